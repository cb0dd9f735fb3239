import { isObject } from '../probe/json-paths.ts';

/** A call that failed, as the report has it. */
export interface ReportedFailure {
  readonly at: number;
  /** The endpoint, as `payment/itemstate`. */
  readonly id: string;
  /** The code of the error. */
  readonly code: string;
  /** 0 without an answer. */
  readonly status: number;
}

/** What a replay needs of a support report. */
export interface ReportedFacts {
  readonly sessionStatus: string;
  /** Oldest first, failed openings included. */
  readonly failures: readonly ReportedFailure[];
  /** What the diagnosis found, as `storage: …`. */
  readonly problems: readonly string[];
}

/** @throws {RangeError} where the text is no report of `usher.supportReport()` */
export function readReport(text: string, file: string): ReportedFacts {
  const report = parse(text, file);
  const { session, failures, calls, diagnosis, version } = report;
  const isReport =
    isObject(session) && [failures, calls, diagnosis].every(Array.isArray) && version !== undefined;
  if (!isReport) {
    throw new RangeError(
      `${file} is no report: usher.supportReport() gives version, session, diagnosis, calls and failures`,
    );
  }
  const sessionStatus = String(session['status']);
  const isUnreachable = sessionStatus === 'offline' || sessionStatus === 'degraded';
  const attempts = listOf(failures).map((one) => failureOf(one, one['failedAt'], one['code']));
  const openings = listOf(calls)
    .filter(({ id }) => id === 'session/init')
    .map((one) => failureOf(one, one['startedAt'], codeOf(Number(one['status']))))
    // The browser reports 0 for an answer that it does not show, too.
    .filter(({ status }) => status >= 400 || (status === 0 && isUnreachable));
  return {
    sessionStatus,
    failures: [...openings, ...attempts].sort((one, other) => one.at - other.at),
    problems: listOf(diagnosis)
      .filter(({ ok }) => ok === false)
      .map(({ name, detail }) => `${String(name)}: ${String(detail)}`),
  };
}

function parse(text: string, file: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? parsed : {};
  } catch (error) {
    throw new RangeError(`${file} is no JSON: ${(error as Error).message}`);
  }
}

const listOf = (value: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

const failureOf = (
  { id, status }: Readonly<Record<string, unknown>>,
  at: unknown,
  code: unknown,
): ReportedFailure => ({
  at: Number(at),
  id: String(id),
  code: String(code),
  status: Number(status ?? 0),
});

function codeOf(status: number): string {
  if (status === 0) return 'network';
  return status >= 500 ? 'server' : 'platform';
}
