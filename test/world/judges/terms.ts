import { byGlobalId, byOwnId, intentOf } from '../buy-calls.ts';
import { isCalm, timeText, type Choice, type Facts } from '../facts.ts';
import type { PlatformTransaction } from '../payments.ts';
import type { Visit } from '../provider.ts';
import { nameOfUser } from '../viewers.ts';
import type { World } from '../world.ts';
import { couldNotKnow, isFilmKnown, isMonthAhead, isOfUser, knownUser } from './knowledge.ts';
import { takenPayments, type TakenPayment } from './taken-payments.ts';

// Judge 2, and judge 1 at the moment of a prepare: no viewer is charged twice for one intent, or
// for terms that the viewer did not choose.

/** Judges an opening of the provider at the moment at which it is opened. */
export function judgeVisit(world: World, visit: Visit): void {
  const { facts, platform, now } = world;
  const say = (words: string): void =>
    void facts.broken.push(`${timeText(now())}: 2. ${visit.page} opens the provider ${words}`);
  const transaction = platform.payments.transactions.get(visit.payment.transactionId);
  if (!transaction) return say('for a transaction that does not exist');
  if (visit.user === undefined) say('while the viewer is not known');
  if (visit.user !== undefined && !isOfUser(facts, transaction, visit.user)) {
    say(`for a transaction of ${nameOfUser(transaction.user)}, to ${nameOfUser(visit.user)}`);
  }
  const intent = intentOf(transaction.terms);
  const isSameIntent = (other: string): boolean =>
    other === intent || (isFilm(other) && isFilm(intent) && isFilmKnown(facts, visit.device));
  const choices = facts.choices.filter(
    (choice) =>
      choice.device === visit.device &&
      isSameIntent(choice.intent) &&
      choice.error === undefined &&
      // A click of a viewer who is not known, or not logged in yet, waits for the session.
      (choice.user === visit.user || choice.user === undefined || choice.user === null),
  );
  const alike = choices.filter((choice) => hasSameTerms(choice, transaction));
  if (!alike.length) {
    return say(
      `for ${nameOfUser(visit.user)} on terms that were not chosen: ${JSON.stringify(transaction.terms)}`,
    );
  }
  const last = choices
    .filter(
      ({ isAccepted, isGranted, user, page }) =>
        isAccepted && !isGranted && (user === visit.user || page === visit.page),
    )
    .sort((one, other) => one.acceptedAt! - other.acceptedAt!)
    .at(-1);
  if (last && !hasSameTerms(last, transaction) && isNewest(choices, last)) {
    say(
      `on earlier terms: ${JSON.stringify(transaction.terms)}, and the viewer chose ${JSON.stringify(last.terms)}`,
    );
  }
  const paid = takenPayments(world).find(
    (payment) =>
      payment.buyer === visit.user &&
      payment.visit.device === visit.device &&
      isSameIntent(intentOf(payment.transaction.terms)) &&
      isKnownOnDevice(world, payment) &&
      !isForgotten(world, payment) &&
      // The viewer may buy again what was granted.
      !alike.some(({ at }) => at > (payment.transaction.grantedAt ?? Infinity)),
  );
  if (paid) {
    say(
      `again for ${intent} of ${nameOfUser(visit.user)}, who has paid at ${timeText(paid.charge.at)}`,
    );
  }
}

const isFilm = (intent: string): boolean => intent === byOwnId || intent === byGlobalId;

const hasSameTerms = ({ terms }: Choice, transaction: PlatformTransaction): boolean =>
  Object.entries(terms).every(([name, value]) => transaction.terms[name] === value) &&
  Object.keys(transaction.terms).every((name) => name in terms);

const isNewest = (choices: readonly Choice[], last: Choice): boolean => choices.at(-1) === last;

/** How long a return takes until its page has written it, in ms. */
const writingMs = 3000;

/** Whether the device has what proves a payment: it could write that when it came. */
const isKnownOnDevice = (world: World, { arrival, transaction }: TakenPayment): boolean =>
  !!arrival &&
  arrival.at + writingMs < world.now() &&
  isCalm(
    world.facts,
    arrival.device,
    ['database', 'storage', 'killed', 'chunks'],
    arrival.at - writingMs,
    arrival.at + writingMs,
  ) &&
  // What is settled is kept for 30 days, by the clock.
  !isMonthAhead(world, arrival.device, arrival.at) &&
  isCalm(
    world.facts,
    arrival.device,
    ['cleared'],
    Math.min(transaction.at, arrival.at),
    world.now(),
  );

/**
 * Whether the viewer has erased the purchase before its payment came back: it had failed or was
 * given up, and its record is gone.
 */
const isForgotten = ({ facts }: World, { arrival, transaction }: TakenPayment): boolean =>
  !facts.journals[arrival!.device]!.entries.some(
    ({ transactionID }) => transactionID === transaction.id,
  ) &&
  facts.calls.some(
    ({ name, device, calledAt }) =>
      device === arrival!.device &&
      /^(forget|withdraw)$/.test(name) &&
      calledAt > transaction.at &&
      calledAt < arrival!.at,
  );

/** Judges who has a transaction at the platform, at the moment at which it is prepared. */
export function judgePrepared(world: World, transaction: PlatformTransaction): void {
  const { facts, now } = world;
  const { user, session, terms } = transaction;
  if (user === null) return;
  // Two prepares of one session may arrive in another order than they were sent.
  const sent = facts.sent.findLast(
    (one) =>
      one.id === 'payment/preparetransaction' &&
      one.session === session &&
      Object.entries(terms).every(([name, value]) => one.values.get(name) === value),
  );
  if (!sent) return;
  const choices = facts.choices.filter(
    (choice) => choice.page === sent.page && hasSameTerms(choice, transaction),
  );
  if (!choices.length) return; // of another page of the device: that one joined it
  const isChosen = choices.some(
    (choice) =>
      choice.user === user ||
      choice.user === undefined ||
      (choice.user === null && waitsForLogin(facts, choice)),
  );
  const known = knownUser(facts, sent.device, session, sent.at);
  if (isChosen || known?.user !== user) return;
  if (couldNotKnow(facts, sent, known)) return;
  facts.broken.push(
    `${timeText(now())}: 1. ${nameOfUser(choices.at(-1)!.user)} chose ${JSON.stringify(terms)}, and the transaction is that of ${nameOfUser(user)}`,
  );
}

/** Whether the page of a click logs a viewer in at that moment, or later. */
const waitsForLogin = ({ calls }: World['facts'], { page, at }: Choice): boolean =>
  calls.some(
    (call) => call.page === page && call.name.endsWith('login') && (call.endedAt ?? Infinity) >= at,
  );

/** Whether a window was opened by a later click of the page, for another purchase. */
const isOfLaterClick = ({ choices }: Facts, click: Choice | undefined, windowAt: number): boolean =>
  !!click && choices.some(({ page, at }) => page === click.page && at > click.at && at <= windowAt);

/** The page of the shop goes to a provider of windows only when the browser blocks windows. */
export function noteLeaving(
  { facts, now, platform, blockedPages, windowPages }: World,
  page: string,
  { transactionId }: Visit['payment'],
): void {
  const transaction = platform.payments.transactions.get(transactionId);
  if (transaction?.terms['provider'] !== 'popup') return;
  // Without a window from the click, for instance before a login, the page itself goes.
  // So does a purchase that a jump of the clock has made a day old.
  const click = facts.choices.findLast(
    (choice) => choice.page === page && hasSameTerms(choice, transaction),
  );
  const windowAt = windowPages.get(page);
  const isWithoutWindow =
    blockedPages.has(page) ||
    windowAt === undefined ||
    windowAt < (click?.at ?? 0) ||
    isOfLaterClick(facts, click, windowAt) ||
    !isCalm(facts, 0, ['clocks'], 0, now());
  if (isWithoutWindow) return;
  facts.broken.push(
    `${timeText(now())}: 9. ${page} leaves for the provider, and the viewer has closed its window`,
  );
}
