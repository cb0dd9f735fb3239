import { judgeLogout, type CheckedItem } from '../../../src/testing/dialect-check/judge-answers.ts';
import { liveRequests, newDeviceHash } from '../../../src/testing/dialect-check/live-requests.ts';
import { createWire, type Exchange } from '../../../src/testing/dialect-check/wire.ts';
import { findAuthorization } from './find-authorization.ts';
import { findEnvelope } from './find-envelope.ts';
import { createDifferences, type Assumption, type Differences } from './findings.ts';
import { probeAnswers } from './probe-answers.ts';
import type { FoundSession, ProbeContext } from './probe-context.ts';
import { probeOpening, probeOrigin, probePreflight } from './probe-cors.ts';
import { probeErrors } from './probe-errors.ts';
import { readExchange } from './read-exchange.ts';

export interface ProbeOptions {
  readonly baseUrl: string;
  /** Default: the last segment of the base URL, else what init answers. */
  readonly domain?: string | undefined;
  readonly items: readonly CheckedItem[];
}

export interface ProbeReport {
  readonly assumptions: readonly Assumption[];
  readonly differences: Differences;
  readonly exchanges: readonly Exchange[];
  /** The session that the probe opened. Absent where no call with it was accepted. */
  readonly session: FoundSession | undefined;
  /** Whether a call with the session was accepted. Without it the rest is not known. */
  readonly isComplete: boolean;
}

/**
 * Compares a platform with the default dialect. It opens a session of its own, calls what reads,
 * makes some errors on purpose, and logs its session out. It logs nobody in and buys nothing.
 *
 * @throws {NetworkError} `network`, when the platform does not answer
 */
export async function probe({ baseUrl, domain, items }: ProbeOptions): Promise<ProbeReport> {
  const assumptions: Assumption[] = [];
  const context: ProbeContext = {
    wire: createWire(baseUrl, { Origin: probeOrigin }),
    differences: createDifferences(),
    note: (assumption) => assumptions.push(assumption),
  };
  const deviceHash = newDeviceHash();
  const opening = await context.wire.send(liveRequests.opening(deviceHash));
  probeOpening(context, opening);
  const result = findEnvelope(context, opening);
  const given = domain ?? /\/(\d+)\/?$/.exec(baseUrl)?.[1];
  const found = await findAuthorization(context, result, { deviceHash, domain: given });
  if (found) {
    await probePreflight(context, found);
    await probeAnswers(context, found, opening, items);
    await probeErrors(context, found, items[0]?.streamtype ?? 'video');
    await logOut(context, found);
  }
  noteUntried(context);
  return {
    assumptions,
    differences: context.differences,
    exchanges: context.wire.exchanges,
    session: found,
    isComplete: found !== undefined,
  };
}

async function logOut(
  { wire, differences, note }: ProbeContext,
  session: FoundSession,
): Promise<void> {
  const headers = session.headersFor('logout');
  const exchange = await wire.send({ ...liveRequests.logout, headers });
  note({
    claim: 'session/logout ends the session: 200 or 401',
    part: 'logout',
    ...judgeLogout(readExchange(exchange, differences)),
  });
}

/** What cannot be tried without a payment or a login. */
function noteUntried({ note }: ProbeContext): void {
  for (const [part, claim] of [
    ['paymentFields', 'payment fields travel in the query'],
    ['readTransaction', 'a prepare answers with general.transactionID and general.state'],
    ['allowsAnonymousPurchase', 'a viewer who buys is logged in'],
    ['parseOrdered', 'statistics are objects in the order of their ranking'],
  ] as const) {
    note({ claim, part, verdict: 'unknown', evidence: 'not tried: the probe changes nothing' });
  }
}
