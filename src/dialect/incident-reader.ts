import { numberOf, recordOf, textOf } from './readers.ts';

/** Something that is wrong at the platform now. */
export interface Incident {
  readonly ID: string;
  readonly title: string;
  readonly description: string;
  /** `minor`, `major`, `critical`, as the platform calls it. */
  readonly severity: string;
  /** Unix seconds; absent where the platform does not say. */
  readonly started?: number | undefined;
  /** Areas of the interface, as `payment`; empty when the platform names none. */
  readonly affects: readonly string[];
}

/** Reads the current incidents; `undefined` when the answer is no list. */
export function readIncidents(result: unknown): readonly Incident[] | undefined {
  if (!Array.isArray(result)) return undefined;
  return result.map(recordOf).flatMap((given) =>
    given
      ? [
          {
            ...given,
            ID: textOf(given['ID']) ?? '',
            title: textOf(given['title']) ?? '',
            description: textOf(given['description']) ?? '',
            severity: textOf(given['severity']) ?? '',
            started: numberOf(given['started']),
            affects: listOf(given['affects']),
          },
        ]
      : [],
  );
}

/** A list of texts, or one text with commas. */
function listOf(value: unknown): string[] {
  const texts: unknown[] = Array.isArray(value) ? value : (textOf(value) ?? '').split(',');
  return texts.flatMap((text) => textOf(text)?.trim() || []);
}
