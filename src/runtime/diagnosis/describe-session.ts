import type { SessionContext } from '../../session/session-context.ts';
import type { SupportReport } from './report.ts';

/** The part of a report that says how the session is. */
export function describeSession({
  $session,
  settings,
  persistence,
  saved,
  current,
  browser,
}: SessionContext): Pick<
  SupportReport,
  'createdAt' | 'persistence' | 'mode' | 'initFields' | 'session'
> {
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
      epoch: saved?.epoch ?? 0,
      keptAliveAt: current?.at ?? null,
      late,
    },
  };
}
