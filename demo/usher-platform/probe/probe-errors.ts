import { isNotFound, isSessionLost } from '../../../src/dialect/failure.ts';
import { authorizeCall } from './authorize-call.ts';
import { defaultAuthorization, defaultNames } from './findings.ts';
import type { FoundSession, ProbeContext } from './probe-context.ts';
import { parseText, readExchange } from './read-exchange.ts';
import { isObject } from './json-paths.ts';

/** No platform has an item of this ID. */
export const absentItem = '899999999999999';

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
  const id = otherId(session.id);
  const exchange = await wire.send({
    name: 'allmedia/latest',
    method: 'GET',
    query: { limit: '1' },
    headers: authorizeCall(
      'latest',
      { ...session, id },
      differences.authorization ?? defaultAuthorization,
    ),
  });
  findHintName(context, exchange.text);
  const answer = readExchange(exchange, differences);
  const claim = 'a call with an unknown session is 401, or 4xx with a hint that names the session';
  const evidence = `${answer.status} ${JSON.stringify(answer.hint ?? '')}`;
  if (answer.status < 400) {
    note({ claim, part: 'isSessionLost', verdict: 'unknown', evidence: `${evidence}: accepted` });
    return;
  }
  const isRead = isSessionLost(answer, { id: 'allmedia/latest', authorized: true });
  if (!isRead) differences.lostStatuses.add(answer.status);
  note({ claim, part: 'isSessionLost', verdict: isRead ? 'held' : 'refuted', evidence });
}

async function probeAbsentItem(
  { wire, differences, note }: ProbeContext,
  session: FoundSession,
  streamtype: string,
): Promise<void> {
  const exchange = await wire.send({
    name: 'payment/itemstate',
    query: { item: absentItem, streamtype },
    headers: session.headersFor('itemstate'),
  });
  const answer = readExchange(exchange, differences);
  const claim = 'an item that does not exist is 404';
  const evidence = `${answer.status} ${JSON.stringify(answer.hint ?? '')}`;
  if (answer.status < 400) {
    note({ claim, part: 'isNotFound', verdict: 'unknown', evidence: `${evidence}: no error` });
    return;
  }
  const isRead = isNotFound(answer);
  // A refusal of the whole call says nothing about items.
  const isOfItem = ![401, 403, 429].includes(answer.status) && answer.status < 500;
  if (!isRead && isOfItem) differences.notFoundStatuses.add(answer.status);
  const refuted = isOfItem ? 'refuted' : 'unknown';
  note({ claim, part: 'isNotFound', verdict: isRead ? 'held' : refuted, evidence });
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

/** An ID of the same form that is another one. */
function otherId(id: string): string {
  return id.replace(/[0-9a-z]/gi, (character) => {
    if (/\d/.test(character)) return String(9 - Number(character) || 1);
    return character === 'a' ? 'b' : 'a';
  });
}
