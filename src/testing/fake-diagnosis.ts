import type { Usher } from '../api/usher.ts';
import { describeSession } from '../diagnosis/describe-session.ts';
import type { DiagnosticResult } from '../diagnosis/diagnostic-result.ts';
import type { SessionContext } from '../session/state/session-context.ts';
import type { FakePlatform } from './fake-platform.ts';

/** Every finding of the diagnosis. All are fine, except that the platform may be offline. */
const details: Readonly<Record<DiagnosticResult['name'], string>> = {
  storage: 'A fake stores nothing',
  database: 'A fake stores nothing',
  partition: 'A fake stores nothing',
  clock: 'It is the clock of the page',
  locks: 'Not needed',
  platform: 'The fake platform',
  calls: 'Answered by the fake platform',
  items: 'A fake has every item',
  purchases: 'No payment is stuck',
  chunks: 'A fake loads none',
  copies: 'One copy',
  answers: 'All could be read',
  keepalive: 'A fake sends none',
};

/** `diagnose` and `supportReport` of a fake. */
export function createFakeDiagnosis(
  context: SessionContext,
  platform: Pick<FakePlatform, 'isOnline'>,
): Pick<Usher, 'diagnose' | 'supportReport'> {
  const diagnose = async (): Promise<readonly DiagnosticResult[]> =>
    Object.entries(details).map(([name, detail]) => ({
      name: name as DiagnosticResult['name'],
      ok: name !== 'platform' || platform.isOnline,
      detail,
    }));
  return {
    diagnose,
    supportReport: async () => ({
      version: 'fake',
      ...describeSession(context),
      diagnosis: await diagnose(),
      calls: [],
      failures: [],
    }),
  };
}
