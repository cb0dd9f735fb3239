import { isNotFound, isSessionLost } from '../../../src/dialect/failure.ts';
import {
  judgeAbsentItem,
  judgeLostSession,
} from '../../../src/testing/dialect-check/judge-answers.ts';
import { liveRequests, otherSession } from '../../../src/testing/dialect-check/live-requests.ts';
import { authorizeCall } from './authorize-call.ts';
import { defaultAuthorization, defaultNames } from './findings.ts';
import { isObject } from './json-paths.ts';
import type { FoundSession, ProbeContext } from './probe-context.ts';
import { parseText, readExchange } from './read-exchange.ts';

/** Makes errors on purpose: a session that is not there, an item that is not there. */
export async function probeErrors(
  context: ProbeContext,
  session: FoundSession,
  streamtype: string,
): Promise<void> {
  await probeLostSession(context, session);
  await probeAbsentItem(context, session, streamtype);
}

async function probeLostSession(context: ProbeContext, session: FoundSession): Promise<void> {
  const { wire, differences, note } = context;
  const other = { ...session, id: otherSession(session.id) };
  const authorization = differences.authorization ?? defaultAuthorization;
  const headers = authorizeCall('latest', other, authorization);
  const exchange = await wire.send({ ...liveRequests.lostSession, headers });
  findHintName(context, exchange.text);
  const answer = readExchange(exchange, differences);
  const judgement = judgeLostSession(answer, isSessionLost);
  if (judgement.verdict === 'failed') differences.lostStatuses.add(answer.status);
  const claim = 'a call with an unknown session is 401, or 4xx with a hint that names the session';
  note({ claim, part: 'isSessionLost', ...judgement });
}

async function probeAbsentItem(
  { wire, differences, note }: ProbeContext,
  session: FoundSession,
  streamtype: string,
): Promise<void> {
  const headers = session.headersFor('itemstate');
  const exchange = await wire.send({ ...liveRequests.absentItem(streamtype), headers });
  const answer = readExchange(exchange, differences);
  const judgement = judgeAbsentItem(answer, isNotFound);
  if (judgement.verdict === 'failed') differences.notFoundStatuses.add(answer.status);
  note({ claim: 'an item that does not exist is 404', part: 'isNotFound', ...judgement });
}

/** An envelope of other names may have another one for the hint too: its longest text. */
function findHintName({ differences }: ProbeContext, text: string): void {
  const { envelope } = differences;
  const parsed = parseText(text, differences.prefix);
  const metadata = envelope && isObject(parsed) ? parsed[envelope.metadata] : undefined;
  if (!envelope || !isObject(metadata) || defaultNames.hint in metadata) return;
  const [hint] = Object.keys(metadata).filter((name) => /hint|error|message|reason/i.test(name));
  if (hint) differences.envelope = { ...envelope, hint };
}
