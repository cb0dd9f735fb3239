import type { SessionContext } from '../../session/session-context.ts';
import type { Request } from '../../session/calls/request.ts';
import type { SessionStatus } from '../../session/machine.ts';
import type { KeepaliveDelay } from '../../session/session-state.ts';
import type { FailedAttempt, RequestTiming } from '../../transport/call-log.ts';
import { describeSession } from './describe-session.ts';
import { diagnose } from './diagnosis.ts';
import type { DiagnosticResult } from './diagnosis.ts';
import { failedAttempts, madeCalls } from './logged-calls.ts';

/** The build replaces it. */
declare const __VERSION__: string;

/** A report for support. Every field is listed here, and none contains data of the viewer. */
export interface SupportReport {
  readonly version: string;
  /** In ms since 1970. */
  readonly createdAt: number;
  readonly persistence: string;
  readonly mode: string;
  /** The names of the init fields that are set, without their values. */
  readonly initFields: readonly string[];
  readonly session: {
    readonly status: SessionStatus;
    /** When `status` changed, in ms since 1970. */
    readonly changedAt: number;
    readonly hasUser: boolean;
    readonly epoch: number;
    /** When the platform last answered for the session, in ms since 1970. */
    readonly keptAliveAt: number | null;
    readonly late?: KeepaliveDelay | undefined;
  };
  /** What `diagnose()` returns. */
  readonly diagnosis: readonly DiagnosticResult[];
  /** The last requests to the platform. */
  readonly calls: readonly RequestTiming[];
  /** The last failed attempts, with their codes. */
  readonly failures: readonly FailedAttempt[];
}

export async function report(context: SessionContext, request: Request): Promise<SupportReport> {
  return {
    version: __VERSION__,
    ...describeSession(context),
    diagnosis: await diagnose(context, request),
    calls: await madeCalls(context),
    failures: await failedAttempts(context),
  };
}
