import { isCalm, timeText, type Facts, type PageCall, type SentRequest } from '../facts.ts';
import type { PlatformSession } from '../wire.ts';
import type { World } from '../world.ts';
import { hasSleptBetween, keepalivesTooOften } from './keepalives.ts';
import { isOfDevice } from './same-device.ts';
import { hasLeft, isSharing } from './sharing.ts';
import { actsOnOld } from './stalls.ts';

// Judge 7: inits, keepalives and logouts stay within their bounds over all tabs, and keep
// Retry-After. Judge 8: a session that no tab uses any more was told good-bye, or its logout is
// pending.

/**
 * The largest number of inits in a window, beside one for each page that opens: of all pages that
 * share what is kept on the device, or of a page that shares nothing. Their waits are random, up to
 * 1, 2, 4, … seconds: one back-off in ten thousand sends more.
 */
const maxInits = 9;
const windowMs = 30_000;
/** Calls of a viewer after which a session is opened. */
const opening = [
  'logout',
  'raw logout',
  'forget',
  'withdraw',
  'login',
  'raw login',
  'consent',
  'start',
];

/**
 * Names the pages that know of each other's failed openings. A page without a store that others
 * read cannot know theirs, so it counts alone. So does each page after consent was withdrawn.
 */
function groupOf(facts: Facts, page: string, hasLease: boolean, at: number): string {
  const mayShare = facts.calls.some(
    (call) => call.name === 'consent' && (call.page === page || !facts.alone.has(page)),
  );
  const hasWithdrawn = facts.calls.some(
    ({ name, calledAt }) => name === 'withdraw' && calledAt <= at,
  );
  const shares = mayShare || (isOfDevice(facts, page) && !hasWithdrawn);
  return hasLease && shares ? 'device' : page;
}

/** The time between two moments in which the machine of a device slept. */
const sleptMs = ({ faults }: Facts, device: number, from: number, to: number): number =>
  faults
    .filter((one) => one.kind === 'clocks' && one.device === device)
    .filter((one) => one.from >= from && one.to <= to)
    .reduce((sum, one) => sum + one.to - one.from, 0);

function tooManyInits(facts: Facts): string[] {
  const inits = facts.sent.filter(({ id }) => id === 'session/init');
  return inits.flatMap((init) => {
    const to = init.at + windowMs;
    // Without IndexedDB there is no lease: the pages wait together, and then each opens a session.
    const hasLease = isCalm(facts, init.device, ['database'], init.at - windowMs, to);
    const group = groupOf(facts, init.page, hasLease, init.at);
    const isOfGroup = ({ page }: { readonly page: string }): boolean =>
      groupOf(facts, page, hasLease, init.at) === group;
    const within = (at: number): boolean => at >= init.at - windowMs && at <= to;
    // The pages stand still while the machine sleeps: a call just before opens a session after it.
    const isNear = ({ calledAt }: PageCall): boolean =>
      within(calledAt + sleptMs(facts, init.device, calledAt, init.at));
    const those = inits.filter(
      (one) => one.device === init.device && one.at >= init.at && one.at <= to && isOfGroup(one),
    );
    const opened = facts.lives.filter(
      (one) => one.life === 'awake' && within(one.at) && isOfGroup(one),
    ).length;
    const called = facts.calls.filter(
      (one) => opening.includes(one.name) && isNear(one) && isOfGroup(one),
    ).length;
    return those.length > maxInits + 2 * opened + 2 * called
      ? [`7. ${those.length} inits within 30 s from ${timeText(init.at)}`]
      : [];
  });
}

/**
 * Whether an opening beside a refused one has succeeded later, and so has ended the wait. Its
 * record reaches the other pages within 150 ms.
 */
const hasOpenedSince = (
  { sent }: Facts,
  { device, heardAt = Infinity }: SentRequest,
  at: number,
): boolean =>
  sent.some(
    (one) =>
      one.id === 'session/init' &&
      one.device === device &&
      !!one.opened &&
      one.at <= heardAt &&
      one.heardAt !== undefined &&
      one.heardAt >= heardAt &&
      one.heardAt + 150 <= at,
  );

/** The requests that must wait for the time that the platform has asked for. */
interface RequestedWait {
  readonly id: string;
  readonly maxMs: number;
  /** Whether a later request is bound by the answer to an earlier one. */
  readonly isBound: (world: World, refused: SentRequest, later: SentRequest) => boolean;
}

const requestedWaits: readonly RequestedWait[] = [
  { id: 'session/init', maxMs: Infinity, isBound: isInitBound },
  { id: 'session/keepalive', maxMs: 720_000, isBound: isKeepaliveBound },
  { id: 'session/logout', maxMs: 3_600_000, isBound: isLogoutBound },
];

/** The deadline of a request. */
const attemptMs = 10_000;

/** No request leaves before the time that the platform has asked for is over. */
const retryAfterKept = (world: World): string[] =>
  requestedWaits.flatMap((wait) => sentTooEarly(world, wait));

function sentTooEarly(world: World, { id, maxMs, isBound }: RequestedWait): string[] {
  const { facts } = world;
  const those = facts.sent.filter((one) => one.id === id);
  return those.flatMap((refused) => {
    const { retryAfterMs, at: sentAt, heardAt, device, page } = refused;
    if (!retryAfterMs || heardAt === undefined) return [];
    // The page was frozen, or had a long task. The deadline may end first then.
    if (heardAt - sentAt > attemptMs) return [];
    const early = those.find(
      (one) =>
        one.device === device &&
        one.at > heardAt + 150 &&
        one.at < heardAt + Math.min(retryAfterMs, maxMs) - 500 &&
        isCalm(
          facts,
          device,
          ['clocks', 'storage', 'database', 'cleared', 'killed', 'chunks'],
          heardAt - 1000,
          one.at,
        ) &&
        !actsOnOld(facts, one.page, heardAt, one.at) &&
        isBound(world, refused, one),
    );
    return early
      ? [
          `7. ${page} was told at ${timeText(heardAt)} to wait ${retryAfterMs / 1000} s, and ${early.page} sends ${id} at ${timeText(early.at)}`,
        ]
      : [];
  });
}

/** How long a page may take to write down a wait, with the code for failures, in ms. */
const writingMs = 500;

/** Whether the page of an answer stood still, or was gone, before it could write down the wait. */
const isStoppedAfter = ({ lives }: Facts, { page, heardAt = Infinity }: SentRequest): boolean =>
  lives.some(
    (one) =>
      one.page === page &&
      one.life !== 'awake' &&
      one.at >= heardAt &&
      one.at <= heardAt + writingMs,
  );

/** All pages that share what is kept on the device know of the wait. */
function isInitBound(
  { facts, devices }: World,
  refused: SentRequest,
  { page, device, at }: SentRequest,
): boolean {
  const heardAt = refused.heardAt!;
  return (
    !hasOpenedSince(facts, refused, at) &&
    !facts.erased.some((erased) => erased.at >= heardAt - 1000 && erased.at <= at) &&
    !facts.calls.some(
      ({ name, calledAt }) => /forget|withdraw|consent/.test(name) && calledAt <= at,
    ) &&
    (page === refused.page ||
      (devices[device]!.site.persistence === 'device' && !isStoppedAfter(facts, refused))) &&
    isOfDevice(facts, page) &&
    isOfDevice(facts, refused.page)
  );
}

/** The same page knows, until the session is opened again or kept alive by another page. */
function isKeepaliveBound(
  { facts }: World,
  { page, session, device, at: refusedAt }: SentRequest,
  later: SentRequest,
): boolean {
  const isKeptSince = facts.sent.some(
    ({ id, session: carried, opened, status, arrivedAt, ...one }) =>
      one.device === device &&
      /^session\/(init|login|keepalive)$/.test(id) &&
      (opened ?? carried) === session &&
      status === 200 &&
      arrivedAt! >= refusedAt &&
      one.at <= later.at,
  );
  // It tells a wrong password from a session that is over.
  const isAfterLogin = facts.sent.some(
    ({ id, status = 0, heardAt = Infinity, ...one }) =>
      one.page === page &&
      id === 'session/login' &&
      status >= 400 &&
      heardAt <= later.at &&
      heardAt >= later.at - 1000,
  );
  return later.page === page && later.session === session && !isKeptSince && !isAfterLogin;
}

/** The same page knows. An erasure tells the platform at once. */
function isLogoutBound(
  { facts, habits }: World,
  { page, session }: SentRequest,
  later: SentRequest,
): boolean {
  const isSame = later.page === page && later.session === session;
  return isSame && habits.ids !== 'again' && !isOfErasure(facts, later);
}

/** Of two tabs that write the record within so many ms, one may not know what the other wrote. */
const crossingMs = 10;

/**
 * How long it may take until all pages of a device have reported what each of them knows, in ms.
 * One reports at a time, and a killed page has the lease for up to 15 s.
 */
const turnsMs = 20_000;

/** Whether a logout was sent at about the time of an erasure. */
const isOfErasure = ({ calls }: Facts, logout: SentRequest): boolean =>
  calls.some(
    ({ name, calledAt }) =>
      /^(forget|withdraw)$/.test(name) && Math.abs(calledAt - logout.at) < 2000,
  );

/**
 * Whether a page that opened or showed a session and the page of an erasure have both logged it
 * out. No store has confirmed the erasure: the first page learns of it from IndexedDB, at the
 * moment in which the second one finds the session in localStorage.
 */
const isOfUnconfirmedErasure = (
  { calls, sent, shown }: Facts,
  pair: readonly SentRequest[],
): boolean => {
  const openedAt = sent.find(({ opened }) => opened === pair[0]?.session)?.at ?? 0;
  const erased = ({ page }: SentRequest, from = 0): boolean =>
    calls.some(
      ({ name, page: by, error, calledAt }) =>
        /^(forget|withdraw)$/.test(name) &&
        by === page &&
        error === 'unsupported' &&
        calledAt >= from,
    );
  const used = ({ page, session }: SentRequest): boolean =>
    sent.some((one) => one.id === 'session/init' && one.page === page && one.opened === session) ||
    shown.some((one) => one.page === page && one.id === session);
  // A page that has opened the session after an erasure of its own uses it too.
  return pair.some((one) => erased(one)) && pair.some((one) => used(one) && !erased(one, openedAt));
};

/**
 * Whether the page of a logout could not learn what other pages have reported. While localStorage
 * fails, pages learn of ended sessions from IndexedDB, and it may be deleted then.
 */
const couldNotLearn = (facts: Facts, { device, at }: SentRequest): boolean =>
  (['storage', 'cleared'] as const).every(
    (kind) => !isCalm(facts, device, [kind], at - turnsMs, at),
  );

/**
 * Whether pages that showed one session lost it to an erasure that IndexedDB has told each of them
 * late. No store may hold an erased session, so each of them logs it out.
 */
function isErasedLate(
  { facts, platform }: World,
  pair: readonly [SentRequest, SentRequest],
): boolean {
  const [{ session, device, at }] = pair;
  const openedAt = platform.sessions.get(session!)?.openedAt ?? at;
  const hasShown = ({ page }: SentRequest): boolean =>
    facts.shown.some((one) => one.page === page && one.id === session);
  // A killed browser has lost the erasure in localStorage: each page that opens brings it back.
  if (!isCalm(facts, device, ['killed'], openedAt - 5000, at)) return true;
  return pair.every(hasShown) && !isCalm(facts, device, ['database'], openedAt, at);
}

/** A logout that the platform has confirmed is not sent again. */
function logoutsTwice(world: World): string[] {
  const { facts, habits } = world;
  if (habits.ids === 'again') return [];
  const logouts = facts.sent.filter(({ id }) => id === 'session/logout');
  return logouts.flatMap((one) => {
    const before = logouts.find(
      (other) =>
        other.session === one.session &&
        other.heardAt !== undefined &&
        other.heardAt + 150 < one.at &&
        ((other.status === 200 && !other.isUnreadable) || other.status === 401) &&
        isCalm(
          facts,
          one.device,
          // Without the code for failures a page does not know yet what the first answer says.
          ['storage', 'database', 'cleared', 'killed', 'clocks', 'chunks'],
          other.at - 1000,
          one.at,
        ) &&
        !hasSleptBetween(facts, other, one) &&
        !isCrossed(facts, other) &&
        !isEndedAgain(facts, other.heardAt) &&
        // A page that has left the device does not learn what the others have reported.
        !hasLeft(facts, one.page, one.at) &&
        !hasMoved(facts, one.page, other) &&
        // An erasure tells the platform at once, and what was pending is told too.
        !isOfErasure(facts, other) &&
        !isOfUnconfirmedErasure(facts, [other, one]) &&
        !isErasedLate(world, [one, other]),
    );
    // Its page repeats that until it is answered. No store may hold what is erased, so no other
    // page can learn that it is pending.
    const first = logouts.find(({ page, session }) => page === one.page && session === one.session);
    if (before && first !== one && isOfErasure(facts, first!)) return [];
    if (before && first === one && couldNotLearn(facts, one)) return [];
    return before
      ? [
          `7. ${one.page} logs ${one.session} out at ${timeText(one.at)}, which ${before.page} did at ${timeText(before.at)}`,
        ]
      : [];
  });
}

/**
 * Whether a page has left the device with its tab just before or while another one logged a session
 * out. It takes along what is pending, and does not learn what the others report.
 */
const hasMoved = (
  { calls }: Facts,
  name: string,
  { at, heardAt = Infinity }: SentRequest,
): boolean =>
  calls.some(
    (call) =>
      call.name === 'consent' &&
      call.page === name &&
      call.calledAt >= at - 1000 &&
      call.calledAt <= heardAt,
  );

/**
 * Whether the viewer has logged out again in a page that did not know of the first logout, because
 * it had a long task. Any page reports that to the platform, until it is answered.
 */
const isEndedAgain = (facts: Facts, heardAt: number): boolean =>
  facts.calls.some(
    ({ name, page, calledAt }) =>
      name.endsWith('logout') && actsOnOld(facts, page, heardAt, calledAt),
  );

/** Whether another page was answered, and wrote the record, at the same moment. */
const isCrossed = ({ sent }: Facts, { page, device, heardAt = 0 }: SentRequest): boolean =>
  sent.some(
    (one) =>
      one.page !== page &&
      one.device === device &&
      Math.abs((one.heardAt ?? Infinity) - heardAt) < crossingMs,
  );

/** A refusal that only has the word session in it is not taken for the loss of the session. */
function refusalsTakenForLosses(facts: Facts): string[] {
  const { sent } = facts;
  const soonMs = 300;
  return sent.flatMap((refused) => {
    const { hint, heardAt = Infinity, page, device } = refused;
    if (hint !== 'checkout session declined' || refused.session === null) return [];
    const init = sent.find(
      (one) =>
        one.id === 'session/init' &&
        one.page === page &&
        one.at >= heardAt &&
        one.at < heardAt + soonMs &&
        one.values.get('currentSession') === refused.session,
    );
    // A clock that is set forward makes every session old.
    if (!init || !isCalm(facts, device, ['clocks'], heardAt, init.at)) return [];
    // Another call was told that the session is lost: by a 401, or by the hint of a 400.
    const isOther = sent.some(
      (one) =>
        one.device === device &&
        (one.status === 401 || one.hint === 'the session is unknown') &&
        Math.abs((one.heardAt ?? 0) - heardAt) < 2000,
    );
    // A login that was refused, or failed meanwhile, leaves an init to ask whose session it is. So
    // does one that is under way when the session moves to a tab.
    const isAsked = sent.some(
      ({ id, device: index, session, at, ...one }) =>
        id === 'session/login' &&
        index === device &&
        session === refused.session &&
        // A page in a long task hears of it after that.
        (one.heardAt ?? one.endedAt ?? Infinity) >= heardAt - soonMs &&
        at <= init.at,
    );
    return !isOther && !isAsked
      ? [
          `7. ${page} takes a refusal of ${refused.id} at ${timeText(heardAt)} for the loss of its session`,
        ]
      : [];
  });
}

export const judgeBounds = (world: World): string[] => [
  ...refusalsTakenForLosses(world.facts),
  ...keepalivesTooOften(world.facts),
  ...tooManyInits(world.facts),
  ...retryAfterKept(world),
  ...logoutsTwice(world),
];

/** Sessions that live at the platform, that pages of the device have shown, and that none uses. */
export function judgeLeftSessions(world: World): string[] {
  const { facts, platform, devices, now } = world;
  const device = devices[0]!;
  const used = new Set([
    ...device.pages().map(({ usher }) => usher.$session.get().id),
    ...[...device.storage.texts().values()]
      .flatMap((text) => text.match(/"id":"([^"]+)"/g) ?? [])
      .map((text) => text.slice(6, -1)),
  ]);
  const shown = new Set(
    facts.shown
      .filter(({ device: index, page, at }) => index === 0 && isSharing(facts, page, at))
      .map(({ id }) => id),
  );
  return [...platform.sessions.values()]
    .filter(({ id }) => shown.has(id) && platform.isAlive(id, now()) && !used.has(id))
    .filter((session) => !mayBeLeft(world, session))
    .filter(({ id }) => !JSON.stringify([...device.storage.texts().values()]).includes(id))
    .map(
      ({ id, user }) =>
        `8. the session ${id} of ${user} lives at the platform, and no page uses it`,
    );
}

/** Faults that take a session away from its pages, or hide it from them. */
const hiding = ['killed', 'cleared', 'clocks', 'database', 'storage'] as const;

/** Whether no page can log a session out. */
function mayBeLeft(
  { facts, now }: World,
  { id, user, openedAt, deviceHash }: PlatformSession,
): boolean {
  const from = sentAt(facts, id);
  // Without consent, or with that for a tab, the session of a page ends with the page.
  const isOfConsent = ({ name, endsConsent, endedAt = Infinity }: PageCall): boolean =>
    endsConsent || name === 'withdraw' || (name === 'consent' && endedAt >= from);
  // What is erased is known to the page of the erasure alone, which repeats the logout.
  const isOfAnErasure = (one: SentRequest): boolean =>
    one.id === 'session/logout' && one.session === id && isOfErasure(facts, one);
  return (
    facts.calls.some(isOfConsent) ||
    facts.sent.some((one) => isRefusedLogout(one, id)) ||
    // A killed browser had lost the erasure: no store may hold what this page opened.
    facts.erased.some(({ at, texts }) => at <= openedAt && texts.has(deviceHash)) ||
    facts.sent.some(isOfAnErasure) ||
    (user === null && facts.calls.some((call) => isErasureLeft(call, openedAt))) ||
    // A page may not know the session that no store could keep, nor what a store had before.
    !isCalm(facts, 0, hiding, from, now()) ||
    isUnsignedAtErasure(facts, id, openedAt)
  );
}

/** Whether the platform has refused the logout of a session for good. */
const isRefusedLogout = ({ id, session, status, heardAt }: SentRequest, ended: string): boolean =>
  id === 'session/logout' && session === ended && status === 400 && heardAt !== undefined;

/** How long a page that opens may not know of an erasure. */
const unawareMs = 2000;

/**
 * Whether the page of an erasure was left at once. A session without a user that another page has
 * opened beside it, without knowing it, is then logged out by no page.
 */
const isErasureLeft = ({ name, calledAt, endedAt }: PageCall, openedAt: number): boolean =>
  name === 'forget' && endedAt === undefined && Math.abs(openedAt - calledAt) < unawareMs;

/** When the opening of a session was sent. */
const sentAt = ({ sent }: Facts, id: string): number =>
  sent.find(({ opened }) => opened === id)?.at ?? 0;

/**
 * Whether a page has erased a session of which no call has succeeded. Its logout cannot be signed
 * in the same task, and no store may hold it, so it is lost with the page.
 */
const isUnsignedAtErasure = ({ calls, sent }: Facts, id: string, openedAt: number): boolean =>
  calls.some(({ name, calledAt }) => name === 'forget' && calledAt >= openedAt) &&
  !sent.some(
    ({ session, heardAt, status, isUnreadable }) =>
      session === id && heardAt !== undefined && status === 200 && !isUnreadable,
  );
