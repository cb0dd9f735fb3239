import { isCalm, type Facts, type PageCall } from '../facts.ts';
import { callInPage } from '../page-calls.ts';
import type { WorldPage } from '../page.ts';
import type { World } from '../world.ts';
import { isUndatable, mayLookOld } from './knowledge.ts';
import { hasLeft, isSharing } from './sharing.ts';

// Judge 12: when all faults have ended, every page reads, and the pages that share the session of
// their device show the same one, which the platform knows.

/** The time between the reads of two pages, and the time that a read may take, in ms. */
const betweenMs = 2000;
const readingMs = 30_000;

const isUnreadable = (facts: Facts, to: number): boolean =>
  !isCalm(facts, 0, ['killed'], 0, to) && !isCalm(facts, 0, ['database'], 0, to);

/**
 * A page without knowledge of the latest epoch may open a session with a lower one: its number was
 * erased, or refused by a full store, or lost with localStorage while IndexedDB did not answer. Or
 * the page has not read an erasure that a clock made look old. In another page the record of an
 * end, or of another user, supersedes it, and the call is not repeated. The next call agrees.
 */
const isForgotten = (facts: Facts, read: PageCall, to: number): boolean =>
  /^(aborted|identity-changed)$/.test(read.error ?? '') &&
  (isFirstCallAfterKill(facts, read) ||
    !isCalm(facts, 0, ['cleared', 'storage'], 0, to) ||
    isUnreadable(facts, to) ||
    isUndatable(facts, to) ||
    mayLookOld(facts, to));

/**
 * Whether a read is the first call of a page that has opened after a killed browser had lost the
 * last writes to localStorage. Only then the page finds in IndexedDB that another viewer has logged
 * in. A page that has ended its session looks there before it opens the next one.
 */
function isFirstCallAfterKill(facts: Facts, { page, device, calledAt }: PageCall): boolean {
  const openedAt = facts.lives.find((one) => one.page === page)!.at;
  const isAfterKill = !isCalm(facts, device, ['outdated'], 0, openedAt);
  const hasBegun = facts.shown.some(
    (one) => one.page === page && one.at < calledAt && one.status !== 'idle',
  );
  return isAfterKill && !hasBegun;
}

/** Pages whose localStorage refused writes find each other at their next keepalive. */
const hasLostMirror = (facts: Facts, to: number): boolean => !isCalm(facts, 0, ['storage'], 0, to);

/**
 * The platform has asked for a wait before the next init, and the wait is not over. If the clock
 * was set back since then, the wait applies again when the clock comes to its time once more.
 */
export const isAskedToWait = (facts: Facts, now: number): boolean =>
  facts.sent.some(
    ({ device, id, heardAt, retryAfterMs = 0 }) =>
      device === 0 &&
      id === 'session/init' &&
      heardAt !== undefined &&
      (heardAt + retryAfterMs > now - readingMs ||
        (retryAfterMs > 0 && !isCalm(facts, 0, ['setback'], heardAt, now))),
  );

/** @param isFirst The calls from before have not brought the records of all pages together yet. */
export async function judgeAgreement(world: World, isFirst: boolean): Promise<string[]> {
  const { facts, devices, time, now } = world;
  if (isAskedToWait(facts, now())) return [];
  const pages = devices[0]!
    .pages()
    .filter(({ isDisposed, site }) => !isDisposed && site.mode !== 'static');
  const before = facts.calls.length;
  for (const page of pages) {
    callInPage(world, page, { does: 'read' });
    await time.pass(betweenMs);
  }
  await time.pass(readingMs);
  const failed = facts.calls
    .slice(before)
    .filter(
      ({ name, error, settledAt, device }) =>
        name === 'read' && device === 0 && (error !== undefined || settledAt === undefined),
    );
  const excused = failed.filter((one) => isFirst && isForgotten(facts, one, now()));
  const isExcused = ({ name }: WorldPage): boolean => excused.some(({ page }) => page === name);
  const compared = pages.filter((page) => !isExcused(page));
  return [
    ...failed
      .filter((one) => !excused.includes(one))
      .map(({ page, error }) => `12. in good times a read of ${page} fails: ${error}`),
    ...(isFirst && hasLostMirror(facts, now()) ? [] : differing(world, compared, isFirst)),
    ...overShown(world, compared),
  ];
}

/**
 * Whether IndexedDB may have brought back a withdrawal that a clock had made look old. The pages
 * that have opened since then store nothing any more, and share nothing.
 */
const mayStoreNothing = (facts: Facts, to: number): boolean =>
  mayLookOld(facts, to) && !isCalm(facts, 0, ['database'], 0, to);

/** Pages with the same options, which share the session of their device, show the same. */
function differing({ facts, now }: World, pages: readonly WorldPage[], isFirst: boolean): string[] {
  if (mayStoreNothing(facts, now())) return [];
  const sharing = pages.filter(({ name }) => isSharing(facts, name, now()));
  const alike = sharing.filter(
    ({ site }) =>
      site.reference === sharing[0]!.site.reference && site.hasInit === sharing[0]!.site.hasInit,
  );
  const shown = alike.map(({ name, usher }) => ({ name, ...usher.$session.get() }));
  const ids = new Set(shown.map(({ id, user }) => `${id} of ${user?.id}`));
  // A session that was refused twice is degraded until its next keepalive.
  const isSound = isFirst ? /^(ready|degraded)$/ : /^ready$/;
  if (ids.size <= 1 && shown.every(({ status }) => isSound.test(status))) return [];
  const words = shown.map(
    ({ name, status, id, user }) => `${name} is ${status} with ${id} of ${user?.id}`,
  );
  return [`12. in good times ${words.join(', ')}`];
}

/** A page shows no session that is over. */
function overShown({ facts, platform, now }: World, pages: readonly WorldPage[]): string[] {
  if (isUndatable(facts, now())) return [];
  return pages.flatMap(({ name, usher }) => {
    const { id } = usher.$session.get();
    // The page of another user has told the platform that the session is over.
    return id === null || platform.isAlive(id, now()) || hasLeft(facts, name, now())
      ? []
      : [`12. in good times ${name} shows ${id}, which is over`];
  });
}
