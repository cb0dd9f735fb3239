import type { SessionContext } from '../../session/session-context.ts';
import type { Request } from '../../session/calls/request.ts';
import type { SessionStatus } from '../../session/machine.ts';
import type { KeepaliveDelay } from '../../session/session-state.ts';
import type { FailedAttempt, RequestTiming } from '../../transport/call-log.ts';
import { diagnose } from './diagnosis.ts';
import type { DiagnosticResult } from './diagnosis.ts';
import { failedAttempts, madeCalls } from './logged-calls.ts';

/** The build replaces it. */
declare const __VERSION__: string;

/** A report for support. Every field is listed here, and none contains data of the viewer. */
export interface SupportReport {
  readonly version: string;
  readonly at: number;
  readonly persistence: string;
  readonly mode: string;
  /** The names of the init fields that are set, without their values. */
  readonly initFields: readonly string[];
  readonly session: {
    readonly status: SessionStatus;
    readonly since: number;
    readonly hasUser: boolean;
    readonly epoch: number;
    readonly keptAliveAt: number | null;
    readonly late?: KeepaliveDelay | undefined;
  };
  readonly findings: readonly DiagnosticResult[];
  /** The last requests to the platform. */
  readonly calls: readonly RequestTiming[];
  /** The last failed attempts, with their codes. */
  readonly failures: readonly FailedAttempt[];
}

export async function report(context: SessionContext, request: Request): Promise<SupportReport> {
  const { settings, persistence, saved, current, browser } = context;
  const { status, changedAt: since, user, late } = context.$session.get();
  return {
    version: __VERSION__,
    at: browser.clock.now(),
    persistence,
    mode: settings.mode,
    initFields: Object.keys(settings.init),
    session: {
      status,
      since,
      hasUser: !!user,
      epoch: saved?.epoch ?? 0,
      keptAliveAt: current?.at ?? null,
      late,
    },
    findings: await diagnose(context, request),
    calls: await madeCalls(context),
    failures: await failedAttempts(context),
  };
}
