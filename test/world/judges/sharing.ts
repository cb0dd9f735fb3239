import { isCalm, type Facts } from '../facts.ts';

/** Calls that change what a page keeps, or what all pages of the device keep. */
const isOfConsent = /^(consent|withdraw)$/;

/** A browser that was killed soon after that may have lost it in one of its two stores. */
const isHalfLost = ({ faults }: Facts, device: number, from: number, to: number): boolean =>
  faults.some(
    (fault) =>
      fault.kind === 'killed' && fault.device === device && fault.from <= to && fault.to >= from,
  );

/** Whether a page opened while localStorage could not say what had happened at a time before. */
const knewNothing = (facts: Facts, device: number, at: number, openedAt: number): boolean =>
  !isCalm(facts, device, ['storage'], openedAt, openedAt) ||
  !isCalm(facts, device, ['cleared'], at, openedAt);

/**
 * Whether a page may have left the device: since it opened, pages have opened sessions with
 * different references to their user.
 */
export function hasLeft({ sent, shown, lives }: Facts, page: string, at: number): boolean {
  const device = shown.find((one) => one.page === page)?.device;
  const openedAt = lives.find((one) => one.page === page)!.at;
  const inits = sent.filter(
    (one) =>
      one.id === 'session/init' && one.device === device && !!one.opened && one.heardAt! <= at,
  );
  const first = inits.findLast(({ heardAt }) => heardAt! <= openedAt);
  const later = inits.filter((one) => one === first || one.heardAt! > openedAt);
  return new Set(later.map(({ values }) => values.get('externalUserReference'))).size > 1;
}

/**
 * Whether a page shares its session with the others of its device. A page that was open when a
 * viewer gave or withdrew consent may have a session of its own from then on. So may a later page
 * after a withdrawal that was rejected: it completes the withdrawal, and stores nothing. If a page
 * opens after localStorage was cleared, or while it is blocked, it hears of an earlier withdrawal
 * from IndexedDB, while its opening is under way. It cannot tell that from one of this moment, and
 * obeys it.
 */
export function isSharing(facts: Facts, page: string, at: number): boolean {
  const { shown, calls, lives } = facts;
  const last = shown.findLast((one) => one.page === page && one.at <= at);
  if (!last?.sharing) return false;
  const openedAt = lives.find((one) => one.page === page)!.at;
  if (hasLeft(facts, page, at)) return false;
  return !calls.some(
    ({ name, endsConsent, device, calledAt, endedAt = Infinity, error }) =>
      (isOfConsent.test(name) || endsConsent) &&
      device === last.device &&
      calledAt <= at &&
      (endedAt >= openedAt ||
        ((name === 'withdraw' || endsConsent) && error !== undefined) ||
        (name === 'consent' && error === 'unsupported') ||
        knewNothing(facts, device, calledAt, openedAt) ||
        isHalfLost(facts, device, calledAt, endedAt)),
  );
}
