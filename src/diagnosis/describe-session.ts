import type { SessionStatus } from '../session/state/machine.ts';
import type { SessionContext } from '../session/state/session-context.ts';
import type { KeepaliveDelay } from '../session/state/session-state.ts';

/** The part of a report that describes the session. */
export interface SessionReport {
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
}

export function describeSession({
  $session,
  settings,
  persistence,
  record,
  current,
  browser,
}: SessionContext): SessionReport {
  const { status, changedAt, user, late } = $session.get();
  return {
    createdAt: browser.clock.now(),
    persistence,
    mode: settings.mode,
    initFields: Object.keys(settings.init),
    session: {
      status,
      changedAt,
      hasUser: !!user,
      epoch: record?.epoch ?? 0,
      keptAliveAt: current?.keptAliveAt ?? null,
      late,
    },
  };
}
