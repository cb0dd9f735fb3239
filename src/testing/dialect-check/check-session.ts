import { readAnswer } from '../../dialect/read-answer.ts';
import { member, textOf } from '../../dialect/readers.ts';
import type { Answer, Dialect } from '../../index.ts';
import type { DialectCheck } from './dialect-check.ts';
import { held, judge, type CheckedPart } from './finding.ts';
import {
  judgeAbsentItem,
  judgeExpected,
  judgeIncidents,
  judgeItemStates,
  judgeList,
  judgeLogout,
  judgeLostSession,
  judgeReference,
  judgeSources,
  statusAndHint,
  type CheckedItem,
  type ItemAnswer,
} from './judge-answers.ts';
import { liveRequests, operationOf, otherSession } from './live-requests.ts';
import type { CheckedSession } from './open-session.ts';
import type { LiveRequest } from './wire.ts';

/** Makes the calls of a session one after another, and notes how each part read the answer. */
export async function checkSession(
  check: DialectCheck,
  session: CheckedSession,
  items: readonly CheckedItem[],
): Promise<void> {
  const ask = createAsk(check, session);
  if (!(await checkKeepalive(check, ask, session))) return;
  await checkReference(check, ask);
  const listed = await checkList(check, ask);
  await checkSources(check, ask, listed?.globalId);
  await checkIncidents(check, ask);
  await checkItems(check, ask, items.length > 0 || !listed ? items : [listed]);
  await checkErrors(check, ask, createAsk(check, { ...session, id: otherSession(session.id) }));
  const ended = await ask('logout', liveRequests.logout);
  if (ended) check.note('logout', judgeLogout(ended));
}

/** Makes a call for a part. `undefined`: the dialect threw an error, and the part has failed. */
type Ask = (part: CheckedPart, request: LiveRequest) => Promise<Answer | undefined>;

/** Makes calls as the runtime does: authorized and read by the dialect. */
function createAsk(
  { dialect, wire, run, note }: DialectCheck,
  { id, domain, secret }: CheckedSession,
): Ask {
  const send = async (request: LiveRequest): Promise<Answer> => {
    const { name } = request;
    const headers = await dialect.authorize(operationOf(name), { session: id, domain, secret });
    const adapted = adapt(request, dialect);
    const { status, text } = await wire.send({ ...adapted, headers });
    const answer = readAnswer(name, status, text, dialect);
    if (adapted !== request && answer.status < 400) {
      note('adaptCall', held(`${name}: ${statusAndHint(answer)}`));
    }
    return answer;
  };
  return async (part, request) => run(part, () => send(request));
}

/** Replaces the parts of a call that the dialect replaces. The same call where it replaces none. */
function adapt(request: LiveRequest, { adaptCall }: Dialect): LiveRequest {
  const encode = (fields = {}): string => new URLSearchParams(fields).toString();
  const { name, path = `/${name}`, query, body } = request;
  const given = { id: name, path, query: encode(query), body: encode(body) };
  const replaced = adaptCall(given);
  if (Object.keys(replaced).length === 0) return request;
  const decode = (text: string): Record<string, string> =>
    Object.fromEntries(new URLSearchParams(text));
  const adapted = { ...given, ...replaced };
  return {
    ...request,
    path: adapted.path,
    query: decode(adapted.query),
    ...(adapted.body && { body: decode(adapted.body) }),
  };
}

/** A keepalive without a reference shows whether calls are accepted. */
async function checkKeepalive(
  check: DialectCheck,
  ask: Ask,
  { secret }: CheckedSession,
): Promise<boolean> {
  const answer = await ask('authorize', liveRequests.keepalive);
  if (!answer) return false;
  const isAccepted = answer.status < 400;
  const evidence = `session/keepalive: ${statusAndHint(answer)}`;
  check.note('authorize', judge(isAccepted, evidence));
  if (secret !== undefined) {
    check.note('signatureSecret', { verdict: isAccepted ? 'held' : 'unknown', evidence });
  }
  return isAccepted;
}

async function checkReference(check: DialectCheck, ask: Ask): Promise<void> {
  if (!check.dialect.sendsReference) {
    check.note('sendsReference', held('no reference is sent'));
    return;
  }
  const answer = await ask('sendsReference', liveRequests.keepaliveWithReference);
  if (answer) check.note('sendsReference', judgeReference(answer));
}

/** Returns the first item of the list. */
async function checkList(
  check: DialectCheck,
  ask: Ask,
): Promise<(CheckedItem & { readonly globalId: string | undefined }) | undefined> {
  const answer = await ask('lists', liveRequests.list);
  if (!answer) return undefined;
  check.note('lists', judgeList(answer));
  const [first]: unknown[] = Array.isArray(answer.result) ? answer.result : [];
  const item = textOf(member(first, 'general', 'ID'));
  const streamtype = textOf(member(first, 'general', 'streamtype'));
  const globalId = textOf(member(first, 'general', 'GID'));
  return item && streamtype ? { item, streamtype, globalId } : undefined;
}

async function checkSources(
  check: DialectCheck,
  ask: Ask,
  globalId: string | undefined,
): Promise<void> {
  if (globalId === undefined) return;
  const answer = await ask('readMediaSources', liveRequests.item(globalId));
  const { readMediaSources } = check.dialect;
  if (answer) check.judge('readMediaSources', () => judgeSources(answer, readMediaSources));
}

async function checkIncidents(check: DialectCheck, ask: Ask): Promise<void> {
  const answer = await ask('readIncidents', liveRequests.incidents);
  const { readIncidents } = check.dialect;
  if (answer) check.judge('readIncidents', () => judgeIncidents(answer, readIncidents));
}

async function checkItems(
  check: DialectCheck,
  ask: Ask,
  items: readonly CheckedItem[],
): Promise<void> {
  const answers: ItemAnswer[] = [];
  for (const item of items) {
    const request = liveRequests.itemState(item.item, item.streamtype);
    const answer = await ask('readItemState', request);
    if (!answer) return;
    answers.push({ item, status: answer.status, result: answer.result });
  }
  const { readItemState } = check.dialect;
  check.judge('readItemState', () => {
    const states = judgeItemStates(answers, readItemState);
    const expected = judgeExpected(answers, readItemState);
    return states.verdict === 'held' && expected?.verdict === 'failed' ? expected : states;
  });
}

/** Makes errors on purpose. `askLost` calls with a session that does not exist. */
async function checkErrors(check: DialectCheck, ask: Ask, askLost: Ask): Promise<void> {
  const { isSessionLost, isNotFound } = check.dialect;
  const lost = await askLost('isSessionLost', liveRequests.lostSession);
  if (lost) check.judge('isSessionLost', () => judgeLostSession(lost, isSessionLost));
  const absent = await ask('isNotFound', liveRequests.absentItem('video'));
  if (absent) check.judge('isNotFound', () => judgeAbsentItem(absent, isNotFound));
}
