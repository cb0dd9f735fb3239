import { numberOf, recordOf, textOf } from './readers.ts';

/** The position of a page in a list. */
export interface Paging {
  /** Index of the first item, from 0. */
  readonly start: number;
  readonly limit: number;
  /** The number of all existing items. Without a count: see `isCounted`. */
  readonly resultcount: number;
  /**
   * `false` if the platform has sent no count: `resultcount` is then the number of items up to the
   * end of this page, and a full page may be followed by another one. Absent with a count.
   */
  readonly isCounted?: false | undefined;
}

/** The paging of an answer. A platform that counts no items leaves the count out. */
export interface AnswerPaging extends Omit<Paging, 'resultcount' | 'isCounted'> {
  readonly resultcount?: number | undefined;
}

/** An answer of the platform, without its envelope. */
export interface Answer {
  /** The higher one of the HTTP status and `metadata.status`. */
  readonly status: number;
  readonly result: unknown;
  readonly paging?: AnswerPaging | undefined;
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
  return {
    status: Math.max(httpStatus, numberOf(metadata['status']) ?? 0),
    result: envelope['result'],
    metadata,
    hint: textOf(metadata['errorhint']),
    notice: textOf(metadata['notice']),
    paging: paging && {
      start: numberOf(paging['start']) ?? 0,
      limit: numberOf(paging['limit']) ?? 0,
      resultcount: numberOf(paging['resultcount']),
    },
  };
}
