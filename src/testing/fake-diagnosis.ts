import { describeSession } from '../runtime/diagnosis/describe-session.ts';
import type { DiagnosticResult } from '../runtime/diagnosis/diagnosis.ts';
import type { SupportReport } from '../runtime/diagnosis/report.ts';
import type { SessionContext } from '../session/session-context.ts';

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

export const fakeReport = (context: SessionContext, isOnline: boolean): SupportReport => ({
  version: 'fake',
  ...describeSession(context),
  diagnosis: fakeDiagnosis(isOnline),
  calls: [],
  failures: [],
});
