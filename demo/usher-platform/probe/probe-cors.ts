import { probeOrigin } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import type { ProbeContext } from './probe.ts';

/** Whether pages may call: what the opening and a preflight say. */
export async function probeCors({ wire, note }: ProbeContext, opening: Exchange): Promise<void> {
  const allowed = opening.headers['access-control-allow-origin'];
  note({
    claim: 'a page of any origin may read the answer of session/init, without a preflight',
    part: 'CORS',
    verdict: allowed === '*' || allowed === probeOrigin ? 'held' : 'refuted',
    evidence: `Access-Control-Allow-Origin: ${allowed ?? 'absent'}`,
  });
  const preflight = await wire.send({
    name: 'payment/itemstate',
    method: 'OPTIONS',
    headers: {
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'x-request-cid,x-request-token',
    },
  });
  const headers = preflight.headers['access-control-allow-headers'] ?? '';
  const age = preflight.headers['access-control-max-age'];
  const isAllowed = /x-request-cid/i.test(headers) && /x-request-token/i.test(headers);
  note({
    claim: 'a preflight allows X-Request-CID and X-Request-Token',
    part: 'CORS',
    verdict: preflight.status < 300 && (isAllowed || headers === '*') ? 'held' : 'refuted',
    evidence: `${preflight.status}, Access-Control-Allow-Headers: ${headers || 'absent'}`,
  });
  note({
    claim: 'a browser may keep what a preflight said for 10 minutes or longer',
    part: 'CORS',
    verdict: Number(age) >= 600 ? 'held' : 'refuted',
    evidence: `Access-Control-Max-Age: ${age ?? 'absent'}`,
  });
}
