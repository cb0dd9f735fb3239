import { isCalm, type Facts } from '../facts.ts';

/** Calls that change what a page keeps, or what all pages of the device keep. */
const isOfConsent = /^(consent|withdraw)$/;

/** A browser that was killed soon after that may have lost it in one of its two stores. */
const isHalfLost = ({ faults }: Facts, device: number, from: number, to: number): boolean =>
  faults.some(
    (fault) =>
      fault.kind === 'killed' && fault.device === device && fault.from <= to && fault.to >= from,
  );

/** How long a page looks in IndexedDB for what localStorage does not say, in ms. */
const lookingMs = 2000;

/** Whether a page opened while neither store could say what had happened before. */
const knewNothing = (facts: Facts, device: number, openedAt: number): boolean =>
  !isCalm(facts, device, ['storage'], openedAt, openedAt) &&
  !isCalm(facts, device, ['database', 'cleared'], openedAt, openedAt + lookingMs);

/**
 * Whether a page shares its session with the others of its device. A page that was open when a
 * viewer gave or withdrew consent may have a session of its own from then on. So may a later page
 * after a withdrawal that was rejected: it completes the withdrawal, and stores nothing. A move to
 * a tab withdraws consent for the device: while the database hangs and localStorage is blocked, a
 * later page learns of it only when the database answers.
 */
export function isSharing(facts: Facts, page: string, at: number): boolean {
  const { shown, calls, lives } = facts;
  const last = shown.findLast((one) => one.page === page && one.at <= at);
  if (!last?.sharing) return false;
  const openedAt = lives.find((one) => one.page === page)!.at;
  return !calls.some(
    ({ name, device, calledAt, endedAt = Infinity, error }) =>
      isOfConsent.test(name) &&
      device === last.device &&
      calledAt <= at &&
      (endedAt >= openedAt ||
        (name === 'withdraw' && error !== undefined) ||
        (name === 'consent' && error === 'unsupported') ||
        knewNothing(facts, device, openedAt) ||
        isHalfLost(facts, device, calledAt, endedAt)),
  );
}
