import {
  isCalm,
  timeText,
  type Facts,
  type PageCall,
  type SentRequest,
  type Shown,
} from '../facts.ts';
import { mayLookOld, reachMs } from './knowledge.ts';
import { isSharing } from './sharing.ts';
import { actsOnOld } from './stalls.ts';

// Judge 11: a session that was logged out is over in all tabs, and no late answer brings it back;
// epochs grow; one re-init is under way at a time; a read with a lost session is repeated once, and
// what changes something never.

const show = ({ page, id, session, at, values }: SentRequest): string =>
  `${page} sends ${id}?${values.toString()} with ${session} at ${timeText(at)}`;

/** Without these no store tells other pages what has happened. */
const untold = ['storage', 'database', 'cleared', 'killed'] as const;

/** The end of a session by a resolved call. */
interface End {
  readonly session: string;
  readonly page: string;
  readonly device: number;
  readonly calledAt: number;
  readonly at: number;
}

const isEnding = /^(logout|forget)$/;

const endsOf = (facts: Facts): End[] =>
  facts.calls.flatMap(({ name, session, page, device, calledAt, endedAt, error }) =>
    isEnding.test(name) && session !== null && endedAt !== undefined && error === undefined
      ? [{ session, page, device, calledAt, at: endedAt }]
      : [],
  );

/**
 * Whether a page can know of the end at a time: it is the same page, or one that shares its
 * session. A platform may have opened a session of the same ID again.
 */
function isKnown(facts: Facts, end: End, page: string, at: number): boolean {
  const isTold =
    page === end.page || (isSharing(facts, page, at) && isSharing(facts, end.page, end.calledAt));
  const isOpenedAgain = facts.sent.some(
    ({ opened, heardAt = Infinity, at: sentAt, values }) =>
      opened === end.session &&
      // At the same moment an opening that names no session comes after the end.
      (sentAt > end.calledAt || (sentAt === end.calledAt && !values.get('currentSession'))) &&
      heardAt <= at,
  );
  return (
    isTold &&
    !isOpenedAgain &&
    !actsOnOld(facts, page, end.calledAt, at, reachMs) &&
    isCalm(facts, end.device, untold, end.calledAt - reachMs, at)
  );
}

function sentAfterLogout(facts: Facts): string[] {
  return endsOf(facts).flatMap((end) =>
    facts.sent
      .filter(
        ({ id, session, values, at, page, device }) =>
          (session === end.session || values.get('currentSession') === end.session) &&
          id !== 'session/logout' &&
          device === end.device &&
          at > end.at &&
          isKnown(facts, end, page, at),
      )
      .map((sent) => `11. logged out at ${timeText(end.at)} by ${end.page}, and ${show(sent)}`),
  );
}

function shownAfterLogout(facts: Facts): string[] {
  const isAnew = (one: Shown, index: number): boolean =>
    facts.shown.slice(0, index).findLast(({ page }) => page === one.page)?.id !== one.id;
  return endsOf(facts).flatMap((end) =>
    facts.shown
      .filter(
        (one, index) =>
          one.id === end.session &&
          one.device === end.device &&
          one.at > end.at + reachMs &&
          isKnown(facts, end, one.page, one.at) &&
          isAnew(one, index),
      )
      .map(
        ({ page, at }) =>
          `11. ${end.session} ended at ${timeText(end.at)} by ${end.page}, and ${page} shows it anew at ${timeText(at)}`,
      ),
  );
}

function lowerEpochs(facts: Facts): string[] {
  let highest = -1;
  return facts.epochs.flatMap(({ at, epoch }) => {
    // A page that opens without any record begins with 0.
    if (epoch === null || (epoch === 0 && mayLookOld(facts, at))) highest = -1;
    const isLower = epoch !== null && epoch < highest;
    highest = Math.max(highest, epoch ?? -1);
    return isLower ? [`11. epoch ${epoch} at ${timeText(at)} after ${highest}`] : [];
  });
}

/** A re-init replaces a session of the page; an opening begins one. */
const isReInit = (facts: Facts, { id, page, values, at }: SentRequest): boolean =>
  id === 'session/init' &&
  !!values.get('currentSession') &&
  isSharing(facts, page, at) &&
  facts.shown.some((one) => one.page === page && one.status === 'ready' && one.at < at);

/** The longest way of a claim in localStorage to another tab, there and on, in ms. */
const claimReachMs = 6;

/**
 * Two pages ask whose session it is at the same moment. One of them opened before its background
 * tasks ran, so it has no lease, and the claim of neither has reached the other. They ask for the
 * same session without a user hash, so they change nothing.
 */
const askTogether = (facts: Facts, one: SentRequest, other: SentRequest): boolean =>
  (other.at - one.at <= claimReachMs || mayLackLease(facts, one)) &&
  one.values.get('currentSession') === other.values.get('currentSession') &&
  !one.values.has('nxp_userh') &&
  !other.values.has('nxp_userh');

/** A database that has not answered for so long has hung. Pages do without a lease for a while. */
const hangingMs = 2000;
const withoutLeaseMs = 60_000;

/** Whether the long task of another page has held the database, so that no page got the lease. */
const mayLackLease = ({ stalls }: Facts, { page, at }: SentRequest): boolean =>
  stalls.some(
    ({ page: name, from, to }) =>
      name !== page && from <= at && to - from >= hangingMs && to >= at - withoutLeaseMs,
  );

/** Whether an erasure has ended the session of the first init. The second is for the next one. */
const isErasedBetween = ({ calls }: Facts, one: SentRequest, other: SentRequest): boolean =>
  one.values.get('currentSession') !== other.values.get('currentSession') &&
  calls.some(
    ({ name, device, calledAt }) =>
      device === one.device &&
      /^(forget|withdraw)$/.test(name) &&
      calledAt >= one.at &&
      calledAt <= other.at,
  );

/** How long a page has the lease, at most. The answer to a page that was closed may be later. */
const leaseMs = 15_000;

function reInitsAtOnce(facts: Facts): string[] {
  const inits = facts.sent.filter((sent) => isReInit(facts, sent));
  return inits.flatMap((one, index) =>
    inits
      .slice(index + 1)
      .filter(
        (other) =>
          other.device === one.device &&
          other.at < Math.min(one.endedAt ?? Infinity, one.at + leaseMs) &&
          !askTogether(facts, one, other) &&
          !isErasedBetween(facts, one, other) &&
          // The lease of a re-init is in a store, and ends by the clock.
          isCalm(facts, one.device, [...untold, 'clocks'], one.at - 60_000, other.at),
      )
      .map(
        (other) =>
          `11. two re-inits at once: ${show(one)} until ${timeText(one.endedAt ?? Infinity)}; ${show(other)}`,
      ),
  );
}

const attemptsOfARead = 3;

/** The page knows that the platform has not acted, because the session was lost. */
const isLost = ({ status, heardAt, hint }: SentRequest): boolean =>
  heardAt !== undefined && (status === 401 || hint === 'the session is unknown');

function readsTooOften({ calls, sent }: Facts): string[] {
  return calls
    .filter(({ name }) => name === 'read')
    .flatMap(({ mark }) => {
      const mine = sent.filter(
        ({ id, values }) => id === 'allmedia/latest' && values.get('start') === mark,
      );
      // A failed request may be repeated in any session. One with a lost session is repeated once.
      const lostAt = mine.findIndex(isLost);
      const parts = lostAt < 0 ? [mine] : [mine.slice(0, lostAt + 1), mine.slice(lostAt + 1)];
      const goesOn = parts.some(
        (attempts) => attempts.length > attemptsOfARead || attempts.slice(0, -1).some(isLost),
      );
      return goesOn ? [`11. a read is repeated too often: ${mine.map(show).join('; ')}`] : [];
    });
}

/** The text by which the requests of a changing call are found. */
const changes: Readonly<Record<string, (mark: string) => readonly [field: string, text: string]>> =
  {
    mutate: (mark) => ['host', mark],
    login: (mark) => ['host', mark],
    voucher: (mark) => ['vouchercode', `code-${mark}`],
    'in-app': (mark) => ['receipt', `receipt-${mark}`],
    external: (mark) => ['validUntil', String(1_900_000_000 + Number(mark))],
  };

const sentFor = ({ sent }: Facts, { name, mark }: PageCall): SentRequest[] => {
  const change = changes[name];
  if (!change || !mark) return [];
  const [field, text] = change(mark);
  return sent.filter(({ values }) => values.get(field) === text);
};

const changesTwice = (facts: Facts): string[] =>
  facts.calls.flatMap((call) => {
    const mine = sentFor(facts, call);
    return mine.length > 1 ? [`11. a change is repeated: ${mine.map(show).join('; ')}`] : [];
  });

export const judgeOrder = (facts: Facts): string[] => [
  ...sentAfterLogout(facts),
  ...shownAfterLogout(facts),
  ...lowerEpochs(facts),
  ...reInitsAtOnce(facts),
  ...readsTooOften(facts),
  ...changesTwice(facts),
];
