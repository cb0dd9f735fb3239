import type { SessionRequest } from '../session/request.ts';
import type { SessionContext } from '../session/state/session-context.ts';
import type { FailedAttempt, RequestTiming } from '../transport/call-log.ts';
import { describeSession, type SessionReport } from './describe-session.ts';
import { diagnose } from './diagnosis.ts';
import type { DiagnosticResult } from './diagnostic-result.ts';
import { failedAttempts, madeCalls } from './logged-calls.ts';
import type { DiagnosedPage } from './look-at-items.ts';

/** The build replaces it. */
declare const __VERSION__: string;

/** A report for support. Every field is listed here, and none contains data of the viewer. */
export interface SupportReport extends SessionReport {
  readonly version: string;
  /** What `diagnose()` returns. */
  readonly diagnosis: readonly DiagnosticResult[];
  /** The last requests to the platform. */
  readonly calls: readonly RequestTiming[];
  /** The last failed attempts, with their codes. */
  readonly failures: readonly FailedAttempt[];
}

export async function report(
  context: SessionContext,
  request: SessionRequest,
  page: DiagnosedPage,
): Promise<SupportReport> {
  return {
    version: __VERSION__,
    ...describeSession(context),
    diagnosis: await diagnose(context, request, page),
    calls: await madeCalls(context),
    failures: await failedAttempts(context),
  };
}
