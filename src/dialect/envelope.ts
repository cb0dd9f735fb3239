import { numberOf, recordOf, textOf } from './readers.ts';

/** The position of a page in a list. */
export interface Paging {
  /** Index of the first item, from 0. */
  readonly start: number;
  readonly limit: number;
  /** The number of all existing items. */
  readonly resultcount: number;
}

/** An answer of the platform, without its envelope. */
export interface Answer {
  /** The higher one of the HTTP status and `metadata.status`. */
  readonly status: number;
  readonly result: unknown;
  readonly paging?: Paging | undefined;
  /** The reason of a failure. */
  readonly hint?: string | undefined;
  /** A deprecation notice. */
  readonly notice?: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
  /**
   * `true` if the answer has no envelope. Such a failure may come from a proxy, so it is no refusal
   * of the platform. Default: `false`.
   */
  readonly lacksEnvelope?: boolean | undefined;
}

/** Takes an answer out of its envelope. An answer without `metadata` is itself the result. */
export function readEnvelope(httpStatus: number, parsed: unknown): Answer {
  const envelope = recordOf(parsed);
  const metadata = recordOf(envelope?.['metadata']);
  if (!envelope || !metadata) {
    return { status: httpStatus, result: parsed, metadata: {}, lacksEnvelope: true };
  }
  const paging = recordOf(envelope['paging']);
  const count = (name: string): number => numberOf(paging![name]) ?? 0;
  return {
    status: Math.max(httpStatus, numberOf(metadata['status']) ?? 0),
    result: envelope['result'],
    metadata,
    hint: textOf(metadata['errorhint']),
    notice: textOf(metadata['notice']),
    paging: paging && {
      start: count('start'),
      limit: count('limit'),
      resultcount: count('resultcount'),
    },
  };
}
