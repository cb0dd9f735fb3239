import { isCalm, type Facts, type SentRequest } from '../facts.ts';

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

/** Faults after which a page may find a record from before it opened. */
const bringsOlder = ['killed', 'cleared', 'storage', 'database', 'clocks'] as const;
/** How long the answer of an opening is on its way to the stores, in ms. */
const storingMs = 500;

/** Whether a page that has left the device opens its own session: it has one, and names none. */
const isOwnOpening = ({ shown }: Facts, { page, at, values }: SentRequest): boolean =>
  !values.has('currentSession') && !!shown.findLast((one) => one.page === page && one.at <= at)?.id;

/**
 * Whether a page may have left the device: since it opened, another page has opened a session with
 * another reference than this page has. An older record that IndexedDB brings may have another one
 * too.
 */
export function hasLeft(facts: Facts, page: string, at: number): boolean {
  const { sent, shown, lives, references } = facts;
  const device = shown.find((one) => one.page === page)?.device ?? 0;
  const openedAt = lives.find((one) => one.page === page)!.at;
  const isCalmSince = isCalm(facts, device, bringsOlder, 0, at);
  return sent.some(
    (one) =>
      one.id === 'session/init' &&
      one.device === device &&
      one.page !== page &&
      !!one.opened &&
      one.heardAt !== undefined &&
      one.heardAt <= at &&
      (one.heardAt > openedAt - storingMs || !isCalmSince) &&
      one.values.get('externalUserReference') !== references.get(page) &&
      !isOwnOpening(facts, one),
  );
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
