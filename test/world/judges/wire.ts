import { isCalm, timeText, type SentRequest } from '../facts.ts';
import { nameOfUser } from '../viewers.ts';
import { pageNamed, type World } from '../world.ts';
import {
  canLookUp,
  canTellOthers,
  couldNotKnow,
  hasFailedMove,
  isGivenAgain,
  isUndatable,
  knownUser,
  reachMs,
  unclearLogins,
} from './knowledge.ts';

// Judge 4, and the second half of 3: nothing is sent for one viewer in another's session, and while
// a login is under way or unclear, nothing is charged, granted or claimed.

/** Requests that open, change or end a session themselves. */
const ofSession = [
  'session/init',
  'session/login',
  'session/logout',
  'session/keepalive',
  'session/staticdetails',
];

const money = [
  'payment/preparetransaction',
  'payment/finishtransaction',
  'payment/redeemvoucher',
  'payment/verifyinapptransaction',
  'payment/addexternalsubscription',
  'payment/upgradesubscription',
  'payment/cancelsubscription',
];

const isMoney = ({ id, values }: SentRequest): boolean =>
  money.includes(id) ||
  (id === 'payment/itemstate' && values.get('performTransactionIfPossible') === '1');

/** A prerendered page, which nobody may ever see, sends nothing. */
function judgePrerendered({ facts, now }: World, { page, id }: SentRequest): void {
  const last = facts.lives.findLast((one) => one.page === page);
  if (last?.life !== 'prerendered') return;
  facts.broken.push(`${timeText(now())}: 7. ${page} sends ${id} while it is prerendered`);
}

/** Judges a request at the moment at which it leaves. */
export function judgeSent(world: World, request: SentRequest): void {
  const { facts, now } = world;
  const { session, id, device, page, shownUser } = request;
  judgePrerendered(world, request);
  if (!session || ofSession.includes(id)) return;
  const say = (words: string): void =>
    void facts.broken.push(`${timeText(now())}: 4. ${page} sends ${id}, ${words}`);
  const unclear = unclearLogins(facts, device, session, now()).filter(
    (login) => login.at <= now() - reachMs && isCalm(facts, device, ['platform'], login.at, now()),
  );
  const isToldOf = (at: number, by: string): boolean =>
    by === page ||
    ((canTellOthers(facts, device, at - reachMs, now()) ||
      canLookUp(facts, device, at - reachMs, now())) &&
      !hasFailedMove(facts, [page, by], now()) &&
      !isGivenAgain(world, [page, by]));
  if (isMoney(request)) {
    const known = unclear.filter((login) => isToldOf(login.at, login.page));
    if (known.length) {
      say(`while a login in ${session} (from ${timeText(known[0]!.at)}) is under way or unclear`);
    }
    if (shownUser === undefined) say('while the viewer is not known');
  }
  judgeClaim(world, request, say);
  if (shownUser === undefined) return;
  const truth = world.platform.userOf(session);
  if (truth === shownUser) return;
  const known = knownUser(facts, device, session, now());
  const isKnown =
    !!known &&
    known.user !== shownUser &&
    (now() - known.heardAt > reachMs || known.page === page) &&
    isToldOf(known.heardAt, known.page);
  const isUnclear = unclear.some(
    (login) => (login.endedAt ?? Infinity) <= now() - reachMs && isToldOf(login.at, login.page),
  );
  const woke = pageNamed(world, page)?.wokeAt ?? 0;
  const isCertain =
    isCalm(facts, device, ['platform'], request.at - 60_000, now()) && !isUndatable(facts, now());
  if ((isKnown || isUnclear) && isCertain && now() - woke > reachMs) {
    say(`for ${nameOfUser(shownUser)} in a session of ${nameOfUser(truth)}`);
  }
}

/** A claim is sent for the viewer who made it. */
function judgeClaim(
  { facts }: World,
  { id, values, page, shownUser, at }: SentRequest,
  say: (words: string) => void,
): void {
  if (id !== 'payment/itemstate' || values.get('performTransactionIfPossible') !== '1') return;
  const claims = facts.calls.filter(
    (call) =>
      call.name === 'claim' &&
      call.page === page &&
      call.calledAt <= at &&
      (call.endedAt ?? Infinity) >= at,
  );
  const isOwn = claims.some(
    ({ user }) => user === shownUser || user === undefined || shownUser === undefined,
  );
  if (claims.length && !isOwn) {
    say(`a claim of ${nameOfUser(claims[0]!.user)}, for ${nameOfUser(shownUser)}`);
  }
}

/** The longest way of a change in localStorage to another tab, there and on, in ms. */
const messageMs = 6;

/** Judges what the platform has given, and to whom, against who chose it. */
export function judgeGrants({ facts, platform, now }: World): string[] {
  return platform.payments.grants.flatMap(({ kind, user, mark }) => {
    const call = facts.calls.find(
      ({ name, mark: given }) =>
        (kind === 'voucher' && name === 'voucher' && mark === `code-${given}`) ||
        (kind === 'in-app' && name === 'in-app' && mark === `receipt-${given}`) ||
        (kind === 'external' &&
          name === 'external' &&
          mark === String(1_900_000_000 + Number(given))),
    );
    if (!call || call.user === undefined || call.user === user || call.user === null) return [];
    const sent = facts.sent.find(
      ({ id, values, page }) =>
        page === call.page && id.startsWith('payment/') && [...values.values()].includes(mark),
    );
    // The platform changed the user by itself, and no answer said so.
    const known = sent && knownUser(facts, sent.device, sent.session!, sent.at - messageMs);
    if (known?.user === call.user && sent!.shownUser === call.user) return [];
    if (known && couldNotKnow(facts, sent!, known)) return [];
    return [
      `${timeText(now())}: 4. the ${kind} of ${nameOfUser(call.user)} (${mark}) went to ${nameOfUser(user)}`,
    ];
  });
}
