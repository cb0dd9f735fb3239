import { byOwnId } from '../buy-calls.ts';
import { isCalm, type Facts, type SentRequest } from '../facts.ts';
import { startMs } from '../start-ms.ts';
import type { World } from '../world.ts';

/** How long a change takes to reach every page of a device, in ms. */
export const reachMs = 150;

/** The answers that named the user of a session, and that a page of the device heard. */
const namingAnswers = ({ naming }: Facts, device: number, session: string): SentRequest[] =>
  naming.filter(
    (one) =>
      one.device === device &&
      one.heardAt !== undefined &&
      one.status! < 400 &&
      one.user !== undefined &&
      (one.opened ?? one.session) === session,
  );

/**
 * Whom a device can know a session to belong to, at a time: the user of the answer that the
 * platform gave last. `undefined` when no answer reached the device.
 */
export function knownUser(
  facts: Facts,
  device: number,
  session: string,
  at: number,
): { readonly user: string | null; readonly heardAt: number; readonly page: string } | undefined {
  const heard = namingAnswers(facts, device, session).filter(({ heardAt }) => heardAt! <= at);
  const last = heard.reduce<SentRequest | undefined>(
    (found, one) => (!found || one.arrivedAt! >= found.arrivedAt! ? one : found),
    undefined,
  );
  return last && { user: last.user!, heardAt: last.heardAt!, page: last.page };
}

/** For so long after a login was sent the platform may carry it out, in ms. */
const longestLoginMs = 10_000;

/**
 * From when on an answer settles a login that has not arrived. If the platform has changed the user
 * by itself, and no answer has said so yet, an answer names another user than before, and settles
 * it at once. An answer without a user is no outcome of a login.
 */
function settlesFrom(
  facts: Facts,
  { device, at, endedAt = Infinity }: SentRequest,
  answer: SentRequest,
  answers: readonly SentRequest[],
): number {
  const before = answers.filter(({ heardAt }) => heardAt! <= at);
  const from = Math.min(
    at - longestLoginMs,
    ...before.slice(-1).map(({ arrivedAt }) => arrivedAt!),
  );
  return answer.user === null || isCalm(facts, device, ['platform'], from, at)
    ? at + longestLoginMs
    : endedAt;
}

/** The logins in a session whose outcome the device cannot know at a time. */
export function unclearLogins(
  facts: Facts,
  device: number,
  session: string,
  at: number,
): SentRequest[] {
  const logins = facts.naming.filter(
    (one) =>
      one.id === 'session/login' &&
      one.device === device &&
      one.session === session &&
      one.at <= at &&
      !(one.heardAt !== undefined && one.heardAt <= at),
  );
  if (!logins.length) return [];
  const answers = namingAnswers(facts, device, session).filter(({ heardAt }) => heardAt! <= at);
  return logins.filter(
    (login) =>
      !answers.some(
        (answer) =>
          answer.at >= settlesFrom(facts, login, answer, answers) ||
          (login.arrivedAt !== undefined && answer.arrivedAt! >= login.arrivedAt),
      ),
  );
}

/**
 * Whether a transaction belongs to a user, as far as the device can know: the platform may have
 * given the session to another user by itself, and no answer said so.
 */
export function isOfUser(
  facts: Facts,
  {
    user,
    session,
    at,
  }: { readonly user: string | null; readonly session: string; readonly at: number },
  viewer: string | null | undefined,
): boolean {
  if (user === viewer || user === null) return true;
  const sent = facts.sent.find(
    ({ id, session: carried, arrivedAt }) =>
      id === 'payment/preparetransaction' && carried === session && arrivedAt === at,
  );
  if (!sent) return false;
  const known = knownUser(facts, sent.device, session, sent.at);
  // A browser that was killed while its database failed has lost what it knew.
  return known?.user === viewer || !canTellOthers(facts, sent.device, known?.heardAt ?? 0, sent.at);
}

/** Whether the pages of a device can tell each other what they know. */
export const canTellOthers = (facts: Facts, device: number, from: number, to: number): boolean =>
  isCalm(facts, device, ['storage', 'database', 'cleared', 'killed'], from, to);

/** How long it takes at most until IndexedDB has what a page has heard, in ms. */
const commitMs = 1000;

/**
 * Whether a page finds in IndexedDB what another one heard, while localStorage is full or blocked.
 * When that has just ended, it may find an older record there.
 */
export const canLookUp = (facts: Facts, device: number, from: number, to: number): boolean =>
  to - from > commitMs &&
  !facts.faults.some(
    ({ kind, to: end, ...fault }) =>
      kind === 'storage' && fault.device === device && end <= to && end >= to - reachMs,
  ) &&
  isCalm(facts, device, ['database', 'cleared', 'killed', 'outdated', 'clocks'], from, to);

/**
 * Whether the page of a request cannot have known what another page had heard: neither store worked
 * in which one tells another, or a killed browser has left an older record in localStorage, and
 * IndexedDB did not work. A page that finds localStorage empty asks the platform.
 */
export const couldNotKnow = (
  facts: Facts,
  { device, page, at }: SentRequest,
  known: { readonly heardAt: number; readonly page: string },
): boolean =>
  known.page !== page &&
  (hasFailedMove(facts, [page, known.page], at) ||
    (!isCalm(facts, device, ['storage', 'outdated'], known.heardAt, at) &&
      !canLookUp(facts, device, known.heardAt, at)));

/**
 * Whether one of the pages has moved its session to its tab while no store of the device could be
 * changed. It was told so. The device still has the session, and a later page goes on with it.
 */
export const hasFailedMove = ({ calls }: Facts, pages: readonly string[], to: number): boolean =>
  calls.some(
    ({ page, name, error, calledAt }) =>
      name === 'consent' && error === 'unsupported' && calledAt <= to && pages.includes(page),
  );

/** How long the opening of another page may cross a move, in ms. */
const crossingMs = 1000;

/**
 * Whether one of the pages has moved its session to its tab while the other opened one. A platform
 * that gives a device the ID of its last session again gives both the same ID, and the pages share
 * no record any more.
 */
export const isGivenAgain = (
  { facts, habits }: World,
  [page, other]: readonly [string, string],
): boolean =>
  habits.ids === 'again' &&
  facts.calls.some(
    (call) =>
      call.name === 'consent' &&
      [page, other].includes(call.page) &&
      facts.sent.some(
        ({ id, page: by, at, heardAt = Infinity }) =>
          id === 'session/init' &&
          by !== call.page &&
          [page, other].includes(by) &&
          at - crossingMs <= call.calledAt &&
          heardAt >= call.calledAt,
      ),
  );

/**
 * When localStorage was lost and the clock set back, nothing on the device shows which record is
 * newer. A keepalive shows it, unless the platform gave both sessions the same ID.
 */
export const isUndatable = (facts: Facts, to: number): boolean =>
  !isCalm(facts, 0, ['killed', 'cleared'], 0, to) && !isCalm(facts, 0, ['setback'], 0, to);

/**
 * Whether an erasure may have left localStorage before every page had read it: the clock was set
 * forward, and it looked old. IndexedDB still has it.
 */
export const mayLookOld = ({ calls, faults }: Facts, to: number): boolean =>
  calls.some(({ name, device }) => device === 0 && /^(forget|withdraw)$/.test(name)) &&
  faults.some(
    ({ kind, device, from, to: end }) =>
      kind === 'clocks' && device === 0 && from === end && end <= to,
  );

/**
 * Whether a device knows that both names of item 7 are the same film: a page has given both with
 * each purchase by its own ID.
 */
export const isFilmKnown = ({ choices }: Facts, device: number): boolean =>
  choices.every(
    (choice) => choice.device !== device || choice.intent !== byOwnId || choice.namesBoth,
  );

const monthMs = 30 * 86_400_000;

/**
 * Whether the clock of a device was set ahead since a time, by so much that what it keeps for 30
 * days is over.
 */
export const isMonthAhead = (
  { facts, devices, now }: World,
  device: number,
  since: number,
): boolean =>
  !isCalm(facts, device, ['clocks'], since, now()) &&
  devices[device]!.wallNow() - startMs - now() > monthMs;
