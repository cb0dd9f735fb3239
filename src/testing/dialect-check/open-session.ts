import { recordOf } from '../../dialect/readers.ts';
import type { Answer } from '../../index.ts';
import { isSessionId } from '../../session/storage/saved-session.ts';
import type { DialectCheck } from './dialect-check.ts';
import { failed, held, judge } from './finding.ts';
import { judgePriceModel, statusAndHint } from './judge-answers.ts';
import { liveRequests, newDeviceHash } from './live-requests.ts';

/** What the calls of a check need of its session. */
export interface CheckedSession {
  readonly id: string;
  readonly domain: string;
  readonly secret: string | undefined;
}

/** Opens a session without a login, and notes how each part read the answer. */
export async function openSession(
  check: DialectCheck,
  givenDomain: string | undefined,
): Promise<CheckedSession | undefined> {
  const { dialect, wire } = check;
  const deviceHash = newDeviceHash();
  const { status, text } = await wire.send(liveRequests.opening(deviceHash));
  const parsed = check.run('parse', () => dialect.parse(text));
  if (parsed === undefined) return undefined;
  check.note('parse', held(`session/init: ${status}`));

  const answer = check.run('readEnvelope', () =>
    dialect.readEnvelope(status, parsed, 'session/init'),
  );
  if (!answer) return undefined;
  if (answer.status >= 400) {
    noteRefusal(check, answer);
    return undefined;
  }
  const session = check.run('readSession', () => dialect.readSession(answer.result));
  noteSession(check, answer, session?.id);
  if (!session || !isSessionId(session.id)) return undefined;
  noteEnvelope(check, answer, parsed);
  await noteOrdered(check, text, answer.result);
  const { readPriceModel } = dialect;
  check.judge('readPriceModel', () => judgePriceModel(answer.result, readPriceModel));
  return {
    id: session.id,
    domain: givenDomain ?? session.domain ?? '',
    secret: readSecret(check, session.domainToken, deviceHash),
  };
}

/** A domain may refuse sessions. Then the rest is unknown. */
function noteRefusal(check: DialectCheck, answer: Answer): void {
  const evidence = `session/init: ${statusAndHint(answer)}`;
  check.note('readEnvelope', held(evidence));
  check.note('readSession', { verdict: 'unknown', evidence });
  const isPlayerOnly = check.run('isPlayerOnly', () => check.dialect.isPlayerOnly(answer));
  if (isPlayerOnly === undefined) return;
  check.note('isPlayerOnly', {
    verdict: isPlayerOnly ? 'held' : 'unknown',
    evidence: isPlayerOnly ? `${evidence}: the domain has no sessions` : evidence,
  });
}

function noteSession(check: DialectCheck, { result }: Answer, id: string | undefined): void {
  const members = Object.keys(recordOf(result) ?? {}).join(', ') || 'no members';
  if (id === undefined) {
    check.note('readSession', failed(`no session in a result with ${members}`));
    return;
  }
  const form = isSessionId(id) ? `an ID of ${id.length} characters` : 'an ID that is not accepted';
  check.note('readSession', judge(isSessionId(id), form));
}

/** Says whether the result was taken out of an envelope, as the session in it shows. */
function noteEnvelope(check: DialectCheck, { status, result }: Answer, parsed: unknown): void {
  const form = result === parsed ? 'without an envelope' : 'in an envelope';
  const isStatus = Number.isInteger(status);
  check.note('readEnvelope', judge(isStatus, `session/init: status ${status}, ${form}`));
}

/** Reads the text as the answer of a statistic: its result has to be a Map of the same members. */
async function noteOrdered(check: DialectCheck, text: string, result: unknown): Promise<void> {
  const { dialect } = check;
  const ordered = await check.run('parseOrdered', async () => dialect.parseOrdered(text));
  if (ordered === undefined) return;
  const answer = check.run('parseOrdered', () =>
    dialect.readEnvelope(200, ordered, 'session/init'),
  );
  if (!answer) return;
  const isMap = answer.result instanceof Map;
  const found = isMap ? [...(answer.result as Map<unknown, unknown>).keys()].join(', ') : '';
  const isSame = isMap && found === Object.keys(recordOf(result) ?? {}).join(', ');
  const evidence = `session/init: the result is ${isMap ? `a Map of ${found}` : 'no Map'}`;
  check.note('parseOrdered', judge(isSame, evidence));
}

function readSecret(
  check: DialectCheck,
  token: string | undefined,
  deviceHash: string,
): string | undefined {
  if (token === undefined) {
    check.note('signatureSecret', { verdict: 'unknown', evidence: 'session/init gave no token' });
    return undefined;
  }
  return check.run('signatureSecret', () => check.dialect.signatureSecret(token, deviceHash));
}
