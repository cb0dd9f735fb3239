import type { PlatformFields } from '../contract/answers/wire.ts';
import { numberOf, recordOf, textOf } from './readers.ts';

/** A present problem of the platform. */
export interface Incident {
  /** The ID of the incident, with every digit. */
  readonly ID: string;
  /** What is wrong, in a few words. */
  readonly title: string;
  /** What is wrong, in a sentence or more. May be empty. */
  readonly description: string;
  /** `minor`, `major`, `critical`, in the platform's words. */
  readonly severity: string;
  /** Unix seconds. Absent when the platform does not report it. */
  readonly started?: number | undefined;
  /** Affected areas of the interface, for example `payment`. Empty when the platform names none. */
  readonly affects: readonly string[];
  /** The incident with all its fields, as the platform sent it. */
  readonly raw?: PlatformFields | undefined;
}

/** Reads the present incidents. `undefined` when the answer is not a list. */
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
            raw: given,
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
