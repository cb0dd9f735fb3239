import { timeText, type Facts } from '../facts.ts';
import type { World } from '../world.ts';
import { endOf, freeAt } from './stalls.ts';

// Judge 6: every promise settles within its deadline, or within some seconds of waking.

/** Timers and promises need a moment. */
const slackMs = 200;
const wakingMs = 2000;
/**
 * An erasure goes on after its page is disposed of, and after it has woken: its code, then a
 * database that hangs twice. What is read from the database waits for it too.
 */
const databaseMs = 5000;
const usesDatabase = /^(forget|withdraw|consent|lists of the system)$/;
/** A start has no deadline of its own: its steps have. It waits for another tab, too. */
const startingMs = 62_000;

/** Calls that begin with a start, or wait for one. */
const starting =
  /^(start|buy|resume|raw prepare|check|claim|receipts|subscriptions|stop renewal|login|raw login|voucher|in-app|external|diagnose|support report)$/;

/** Calls with one timer for all of it. Each step of another call has a timer, which begins late. */
const hasOneTimer = /^(read|aborted read|report token|settled)$/;

export function judgePromises(facts: Facts): string[] {
  return facts.calls.flatMap(({ page, name, at, withinMs, settledAt, mark }) => {
    const disposedAt = facts.disposed.find((one) => one.page === page)?.t ?? Infinity;
    // They look at the network first, and need no session.
    const isReport = name === 'support report' || name === 'diagnose';
    const endingMs = usesDatabase.test(name) ? databaseMs : wakingMs;
    const ended = isReport ? Infinity : Math.max(at, disposedAt) + endingMs;
    const deadline = hasOneTimer.test(name)
      ? freeAt(facts, page, at + withinMs)
      : endOf(facts, page, at, withinMs);
    const due = Math.min(deadline, freeAt(facts, page, ended));
    const lives = facts.lives.filter((life) => life.page === page);
    const then = lives.findLast((life) => life.t <= due)!;
    const wokeAt =
      then.life === 'awake'
        ? then.t
        : (lives.find((life) => life.t > due && life.life === 'awake')?.t ?? Infinity);
    const afterWaking = wokeAt + (starting.test(name) ? startingMs : endingMs);
    const limit = (wokeAt > at ? Math.max(due, afterWaking) : due) + slackMs;
    const end = Math.min(facts.endedT, lives.find(({ life }) => life === 'gone')?.t ?? Infinity);
    if (limit > end || (settledAt !== undefined && settledAt <= limit)) return [];
    const did = settledAt === undefined ? 'never' : `at ${timeText(settledAt)}`;
    return [
      `6. ${page}: ${name} ${mark}, called at ${timeText(at)}, had to settle by ${timeText(limit)}, and did ${did}`,
    ];
  });
}

/** Errors of calls that are no typed errors. */
export const judgeErrors = (facts: Facts): string[] => [
  ...facts.calls
    .filter(({ error }) => error !== undefined && !/^[a-z-]+$/.test(error))
    .map(({ page, name, error }) => `9. ${page}: ${name} ends with ${error}`),
  ...facts.uncaught.map((words) => `9. ${words}`),
];

/**
 * The time in which an exception surfaces, in ms. A hidden page runs its timers once a second, and
 * a page that is gone learns of none.
 */
const surfacingMs = 1100;

/** An exception of a provider's own reader surfaces like one of a listener. */
export function judgeReader({ facts, readerErrors }: World): string[] {
  const gone = facts.lives.filter(({ life }) => life === 'gone');
  const isBearable = ({ page, t }: (typeof readerErrors.thrown)[number]): boolean =>
    gone.some((left) => left.page === page && left.t < t + surfacingMs);
  return readerErrors.surfaced || readerErrors.thrown.every(isBearable)
    ? []
    : ["9. an exception of a provider's reader reached nobody"];
}

/** So many lost files cost a second, and no click. */
const bearableLosses = 1;

/** A call does not fail because of a file or two that were lost. */
export function judgeChunks({ facts, devices }: World): string[] {
  const { faults, calls } = facts;
  const lost = devices[0]!.chunks.lostInAll();
  if (lost === 0 || lost > bearableLosses) return [];
  const isOnlyChunks = faults.every(({ kind }) => kind === 'chunks');
  if (!isOnlyChunks) return [];
  return calls
    .filter(({ name, device }) => device === 0 && name !== 'settled')
    .filter(({ error }) => error === 'network' || error === 'timeout')
    .map(
      ({ page, name, calledAt }) =>
        `6. ${page}: ${name} at ${timeText(calledAt)} fails because of a lost file`,
    );
}
