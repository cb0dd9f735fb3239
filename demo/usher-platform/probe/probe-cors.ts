import type { Exchange } from '../../../src/testing/dialect-check/wire.ts';
import type { FoundSession, ProbeContext } from './probe-context.ts';

/** The page that the requests seem to come from. */
export const probeOrigin = 'https://usher-probe.example';

/** Whether a page may read the opening. */
export function probeOpening({ note }: ProbeContext, opening: Exchange): void {
  const allowed = opening.headers['access-control-allow-origin'];
  note({
    claim: 'a page of any origin may read the answer of session/init, without a preflight',
    part: 'CORS',
    verdict: allowed === '*' || allowed === probeOrigin ? 'held' : 'failed',
    evidence: `Access-Control-Allow-Origin: ${allowed ?? 'absent'}`,
  });
}

/** Whether a page may send calls with the headers that authorize them. */
export async function probePreflight(
  { wire, note }: ProbeContext,
  session: FoundSession,
): Promise<void> {
  const names = Object.keys(session.headersFor('itemstate')).map((name) => name.toLowerCase());
  const preflight = await wire.send({
    name: 'payment/itemstate',
    method: 'OPTIONS',
    headers: {
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': names.join(','),
    },
  });
  const allowed = preflight.headers['access-control-allow-headers'] ?? '';
  const list = allowed.split(',').map((name) => name.trim().toLowerCase());
  const isAllowed = names.every(
    // The asterisk does not stand for this one.
    (name) => list.includes(name) || (list.includes('*') && name !== 'authorization'),
  );
  const age = preflight.headers['access-control-max-age'];
  note({
    claim: 'a preflight allows the headers that authorize a call',
    part: 'CORS',
    verdict: preflight.status < 300 && isAllowed ? 'held' : 'failed',
    evidence: `${preflight.status}, Access-Control-Allow-Headers: ${allowed || 'absent'}`,
  });
  note({
    claim: 'a browser may keep what a preflight said for 10 minutes or longer',
    part: 'CORS',
    verdict: Number(age) >= 600 ? 'held' : 'failed',
    evidence: `Access-Control-Max-Age: ${age ?? 'absent'}`,
  });
}
