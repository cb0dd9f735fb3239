import type { DiagnosticResult } from '../runtime/diagnosis/diagnosis.ts';
import type { SupportReport } from '../runtime/diagnosis/report.ts';
import type { SessionDriver } from '../session/session.ts';

/** Every finding of the diagnosis. All are fine, except that the platform may be offline. */
const details: Readonly<Record<DiagnosticResult['name'], string>> = {
  storage: 'A fake stores nothing',
  database: 'A fake stores nothing',
  partition: 'A fake stores nothing',
  clock: 'It is the clock of the page',
  locks: 'Not needed',
  platform: 'The fake platform',
  calls: 'Answered by the fake platform',
  chunks: 'A fake loads none',
  copies: 'One copy',
  answers: 'All could be read',
  keepalive: 'A fake sends none',
};

export function fakeDiagnosis(isOnline: boolean): readonly DiagnosticResult[] {
  return Object.entries(details).map(([name, detail]) => ({
    name: name as DiagnosticResult['name'],
    ok: name !== 'platform' || isOnline,
    detail,
  }));
}

export function fakeReport({ $session, context }: SessionDriver, isOnline: boolean): SupportReport {
  const { status, changedAt: since, user, late } = $session.get();
  const { settings, persistence, saved, current, browser } = context;
  return {
    version: 'fake',
    at: browser.clock.now(),
    persistence,
    mode: settings.mode,
    initFields: [],
    session: {
      status,
      since,
      hasUser: !!user,
      epoch: saved?.epoch ?? 0,
      keptAliveAt: current?.at ?? null,
      late,
    },
    findings: fakeDiagnosis(isOnline),
    calls: [],
    failures: [],
  };
}
