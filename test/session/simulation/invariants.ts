import { isCalm } from './history.ts';
import type { History, Sent } from './history.ts';
import { gapsTooLong, gapsTooShort } from './gaps.ts';

/** An invariant. Returns its violations, a line each. */
export type Invariant = (history: History) => string[];

const at = (ms: number): string => `${(ms / 1000).toFixed(3)} s`;
const show = ({ tab, id, session, at: sentAt, values }: Sent): string =>
  `${tab} sent ${id}?${values.toString()} with ${session} at ${at(sentAt)}`;

/** The time until a write of one tab has its effects in another. */
const reachMs = 50;

/** The ends of sessions by a resolved logout(). */
function ends(history: History): { session: string; calledAt: number; at: number; tab: string }[] {
  return history.promised
    .filter(
      ({ name, session, settledAt }) =>
        (name === 'logout' || name === 'forget') && session && settledAt !== undefined,
    )
    .map(({ session, tab, calledAt, endedAt }) => ({
      session: session!,
      tab,
      calledAt,
      at: endedAt!,
    }));
}

/**
 * Ignores what a kill or a clearing removed before other tabs could read it, and what a page
 * overwrites that opens during a clearing.
 */
const isKnown = (history: History, calledAt: number, to: number): boolean =>
  isCalm(history, ['mirror'], calledAt - reachMs, to);

const noRequestAfterLogout: Invariant = (history) =>
  ends(history).flatMap((end) =>
    history.sent
      .filter(
        ({ id, session, values, at: sentAt }) =>
          (session === end.session || values.get('currentSession') === end.session) &&
          id !== 'session/logout' &&
          sentAt > end.at &&
          isKnown(history, end.calledAt, sentAt),
      )
      .map((sent) => `logged out at ${at(end.at)} by ${end.tab}, and ${show(sent)}`),
  );

/** A device hash from before an erasure is not sent after it. */
const forgottenDevicesStayUnknown: Invariant = (history) => {
  const openings = history.sent.filter(({ id }) => id === 'session/init');
  return history.promised
    .filter(({ name, endedAt }) => name === 'forget' && endedAt !== undefined)
    .flatMap(({ tab, calledAt, endedAt }) => {
      const before = new Set(
        openings
          .filter(({ at: sentAt }) => sentAt < calledAt)
          .map(({ values }) => values.get('nxp_devh')),
      );
      return openings
        .filter(
          ({ values, at: sentAt }) =>
            sentAt > endedAt! &&
            before.has(values.get('nxp_devh')) &&
            isKnown(history, calledAt, sentAt),
        )
        .map((sent) => `forgotten at ${at(endedAt!)} by ${tab}, and ${show(sent)}`);
    });
};

const epochsGrow: Invariant = ({ epochs }) => {
  let highest = -1;
  return epochs.flatMap(({ at: notedAt, epoch }) => {
    if (epoch === null) highest = -1;
    const isLower = epoch !== null && epoch < highest;
    highest = Math.max(highest, epoch ?? -1);
    return isLower ? [`epoch ${epoch} at ${at(notedAt)} after ${highest}`] : [];
  });
};

const oldAnswersChangeNothing: Invariant = (history) =>
  ends(history).flatMap((end) =>
    history.shown
      .filter(
        ({ id, tab, at: shownAt }, index) =>
          id === end.session &&
          shownAt > end.at + reachMs &&
          isKnown(history, end.calledAt, shownAt) &&
          history.shown.slice(0, index).findLast((before) => before.tab === tab)?.id !== id,
      )
      .map(
        ({ tab, at: shownAt }) =>
          `${end.session} ended at ${at(end.at)} by ${end.tab}, and ${tab} showed it anew at ${at(shownAt)}`,
      ),
  );

/** A re-init: an init that replaces a session of the tab, not the opening of a page. */
const isReInit = ({ shown }: History, { id, tab, values, at: sentAt }: Sent): boolean =>
  id === 'session/init' &&
  !!values.get('currentSession') &&
  shown.some((one) => one.tab === tab && one.status === 'ready' && one.at < sentAt);

const oneReInit: Invariant = (history) => {
  const inits = history.sent.filter((sent) => isReInit(history, sent));
  return inits.flatMap((one, index) =>
    inits
      .slice(index + 1)
      .filter(
        (other) =>
          other.at < (one.endedAt ?? Infinity) &&
          isCalm(history, ['durable', 'mirror', 'clocks'], one.at - 60_000, other.at),
      )
      .map(
        (other) => `two at once: ${show(one)} until ${at(one.endedAt ?? Infinity)}; ${show(other)}`,
      ),
  );
};

const attemptsOfARead = 3;
/** The tab knows that the platform has not acted, because the session was lost. */
const isLost = ({ status, isHeard }: Sent): boolean => status === 401 && !!isHeard;

const readsAreRepeatedOnce: Invariant = ({ promised, sent }) =>
  promised
    .filter(({ name }) => name === 'read')
    .flatMap(({ mark }) => {
      const mine = sent.filter(
        ({ id, values }) => id === 'allmedia/latest' && values.get('start') === mark,
      );
      // A failed request may be repeated in any session. A request with a lost session is repeated
      // once.
      const lostAt = mine.findIndex(isLost);
      const calls = lostAt < 0 ? [mine] : [mine.slice(0, lostAt + 1), mine.slice(lostAt + 1)];
      const goesOn = calls.some(
        (attempts) => attempts.length > attemptsOfARead || attempts.slice(0, -1).some(isLost),
      );
      return goesOn ? mine.map(show) : [];
    });

const changes: Readonly<Record<string, string>> = { mutate: 'host', login: 'password' };

const changesAreSentOnce: Invariant = ({ promised, sent }) =>
  promised.flatMap(({ name, mark }) => {
    const field = changes[name];
    const mine = field ? sent.filter(({ values }) => values.get(field) === mark) : [];
    return mine.length > 1 ? mine.map(show) : [];
  });

/** Timers and promises need a moment. */
const slackMs = 100;
const wakingMs = 2000;
/**
 * A start, with which a purchase begins, has no deadline of its own. Its steps have: 2 s for the
 * opening of another tab, 10 s for its own, 3 s for static details.
 */
const startingMs = 15_300;

const promisesSettle: Invariant = (history) =>
  history.promised.flatMap(({ tab, name, at: calledAt, withinMs, settledAt, mark }) => {
    const due = calledAt + withinMs;
    const lives = history.lives.filter((life) => life.tab === tab);
    const then = lives.findLast((life) => life.t <= due)!;
    const woke =
      then.is === 'awake'
        ? then.t
        : (lives.find((life) => life.t > due && life.is === 'awake')?.t ?? Infinity);
    const woken =
      woke > calledAt
        ? Math.max(due, woke + (/^(start|buy)$/.test(name) ? startingMs : wakingMs))
        : due;
    const end = Math.min(history.endedT, lives.find(({ is }) => is === 'gone')?.t ?? Infinity);
    const limit = woken + slackMs;
    if (limit > end || (settledAt !== undefined && settledAt <= limit)) return [];
    return [
      `${tab}: ${name} ${mark}, called at ${at(calledAt)}, was to settle by ${at(limit)}, did so ${settledAt === undefined ? 'never' : `at ${at(settledAt)}`}`,
    ];
  });

/** The invariants by number and text. */
export const invariants: Readonly<Record<string, Invariant>> = {
  '5. After logout() or forget() resolves, no tab starts a request with that session, but the logout itself':
    noRequestAfterLogout,
  '5. After forget() resolves, no opening carries an earlier device hash':
    forgottenDevicesStayUnknown,
  '6. The epoch only grows': epochsGrow,
  '6. An answer from an older epoch changes nothing': oldAnswersChangeNothing,
  '7. While a tab is awake, gaps between keepalives are at most 15 min': gapsTooLong,
  '7. Gaps between keepalives are at least 10 min, however many tabs': gapsTooShort,
  '8. At most one re-init is in flight per storage partition': oneReInit,
  '8. A read is repeated at most once': readsAreRepeatedOnce,
  '8. A mutation is never repeated': changesAreSentOnce,
  '9. Every public promise settles within its deadline, or within 2 s of waking': promisesSettle,
};
