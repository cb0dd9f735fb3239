import type { Checkout, Receipt, SupportReport, User } from '../../../src/index.ts';
import {
  awakeSince,
  isCalm,
  timeText,
  type Facts,
  type SentRequest,
  type Shown,
} from '../facts.ts';
import { itemNamed } from '../film.ts';
import type { WorldPage } from '../page.ts';
import { startMs } from '../start-ms.ts';
import { nameOfUser, viewers, type WorldViewer } from '../viewers.ts';
import { pageNamed, type World } from '../world.ts';
import {
  canTellOthers,
  hasFailedMove,
  isGivenAgain,
  isOfUser,
  isUndatable,
  knownUser,
  reachMs,
  unclearLogins,
} from './knowledge.ts';

// Judge 3: what a page shows belongs to the user whom the platform's session has, as far as any
// answer that reached the device could tell.

/** How long a page that opens or wakes may show what it showed before. */
const wakingMs = 250;

const say = ({ facts, now }: World, words: string): void => {
  const line = `3. ${words}`;
  if (facts.broken.length < 50) facts.broken.push(`${timeText(now())}: ${line}`);
};

const shownUser = ({ usher }: WorldPage): string | null | undefined => {
  const user = usher.$user.get();
  return user && user.id;
};

/** Whether the machine of a device has just been asleep: its pages run their timers only now. */
const hasJustSlept = ({ faults }: Facts, device: number, now: number): boolean =>
  faults.some(
    (fault) =>
      fault.kind === 'clocks' &&
      fault.device === device &&
      fault.to > fault.from &&
      now - fault.to <= wakingMs,
  );

/** Whether a page had the time to learn of a change. */
function hadTime({ facts, now }: World, page: WorldPage): boolean {
  const { openedAt, wokeAt, pace, isDisposed, device } = page;
  return (
    !isDisposed &&
    now() - openedAt > wakingMs &&
    now() - wokeAt > wakingMs &&
    pace.life() === 'awake' &&
    !hasJustSlept(facts, device, now())
  );
}

/** Looks at all pages. Runs after each moment in which something happened. */
export function lookAtPages(world: World): void {
  for (const device of world.devices) {
    for (const { page } of device.places.values()) {
      if (page && hadTime(world, page)) lookAtUser(world, page);
    }
  }
}

function lookAtUser(world: World, page: WorldPage): void {
  const { facts, now } = world;
  const { status, id } = page.usher.$session.get();
  const user = shownUser(page);
  if (!/^(ready|degraded|offline)$/.test(status) || id === null || !user) return;
  lookAtData(world, page, user);
  const unclear = unclearLogins(facts, page.device, id, now()).filter(
    (login) =>
      now() - (login.endedAt ?? Infinity) > reachMs &&
      hasHeardOf(world, page, login) &&
      // The platform may have changed the user too, and code that is lost settles nothing and
      // follows no other tab.
      isCalm(facts, page.device, ['platform'], login.at, now()) &&
      isCalm(facts, page.device, ['chunks'], login.at - loadAgainMs, now()),
  );
  const from = Math.min(now(), ...unclear.map(({ at }) => at));
  const isAlone = unclear.every((login) => login.page === page.name);
  if (unclear.length && (isAlone || canTellOthers(facts, page.device, from, now()))) {
    say(
      world,
      `${page.name} shows ${nameOfUser(user)} while the outcome of a login in ${id} is unclear`,
    );
  }
  const known = knownUser(facts, page.device, id, now());
  const since = awakeSince(facts, page.device, now(), reachMs); // a page learns nothing in a sleep
  if (!known || known.user === user || known.heardAt >= since) return;
  if (isUndatable(facts, now())) return;
  const isOwn = known.page === page.name;
  if (!isOwn && hasFailedMove(facts, [page.name, known.page], now())) return;
  if (!isOwn && isGivenAgain(world, [page.name, known.page])) return;
  // A page follows other tabs once it has the code for that.
  const hasCode = isCalm(facts, page.device, ['chunks'], known.heardAt - loadAgainMs, now());
  if (isOwn || (hasCode && canTellOthers(facts, page.device, known.heardAt - reachMs, now()))) {
    say(
      world,
      `${page.name} shows ${nameOfUser(user)}, and ${known.page} heard that ${id} belongs to ${nameOfUser(known.user)}`,
    );
  }
}

/** A page requests a lost file again after a second. */
const loadAgainMs = 1500;

/** How long pages wait for a login of a page that crashed and cannot end it, in ms. */
const loginMs = 14_000;

/** Whether a page can tell others of its login. One that was frozen first reads the answer. */
const canTell = ({ now }: World, page: WorldPage | undefined): boolean =>
  page?.pace.life() === 'awake' && !page.isDisposed && now() - page.wokeAt > wakingMs;

/** Whether a page can know that a login of another page has no clear outcome. */
const hasHeardOf = (world: World, { name }: WorldPage, login: SentRequest): boolean =>
  login.page === name ||
  canTell(world, pageNamed(world, login.page)) ||
  // A page learns nothing while its machine sleeps.
  awakeSince(world.facts, login.device, world.now(), reachMs) - login.at > loginMs;

/** The viewers whose data is in the parts of a session that the runtime does not know. */
const ownersOf = new WeakMap<object, readonly WorldViewer[]>();

function readOwners(data: object): readonly WorldViewer[] {
  const text = JSON.stringify(data);
  const owners = viewers.filter(({ name }) => text.includes(`favourites-of-${name}`));
  ownersOf.set(data, owners);
  return owners;
}

/** The parts of a session that the runtime does not know belong to its user, too. */
function lookAtData(world: World, page: WorldPage, user: string): void {
  const { data, id } = page.usher.$session.get();
  for (const owner of ownersOf.get(data) ?? readOwners(data)) {
    if (owner.id === user) continue;
    say(world, `${page.name} shows ${nameOfUser(user)} the data of ${owner.name}`);
  }
  const session = world.platform.sessions.get(id!);
  const { reference, hasInit } = page.site;
  // A page that was open before lets the device's newest session be its own.
  const isLater = !!session && page.openedAt > session.openedAt;
  // Pages of one device share its session, also with a page that names its user.
  const isShared = world.devices[page.device]!.pages().some(({ site }) => site.reference !== null);
  // The page of a payment window may be closed before it reads whose session it is.
  const isByReference =
    session?.isByReference && !hasHeard(world, page.device, id!, isLoginOf(user));
  const named = reference === null ? undefined : viewers[reference];
  if (hasInit && named && isByReference && named.id !== user) {
    say(
      world,
      `${page.name} shows ${nameOfUser(user)}, and its reference names ${nameOfUser(named.id)}`,
    );
  }
  const isHeard = isByReference && hasHeard(world, page.device, id!, namesByReference);
  if (hasInit && reference === null && isLater && !isShared && isHeard) {
    say(
      world,
      `${page.name} shows ${nameOfUser(user)}, whom only a reference names that it does not have`,
    );
  }
}

/** Whether a device has heard an answer that names a session, to a request of a kind. */
const hasHeard = (
  { facts }: World,
  device: number,
  session: string,
  isOfKind: (request: SentRequest) => boolean,
): boolean =>
  facts.sent.some(
    (one) =>
      one.device === device && one.heardAt !== undefined && one.opened === session && isOfKind(one),
  );

/** A reference has named the user. The page may be closed before the answer. */
const namesByReference = ({ id, values }: SentRequest): boolean =>
  id === 'session/init' && values.has('externalUserReference');

const isLoginOf =
  (name: string) =>
  ({ id, user }: SentRequest): boolean =>
    id === 'session/login' && user === name;

/** Items, purchases and lists of a page, when one of them changes. */
export function watchShown(world: World, page: WorldPage): void {
  const { usher } = page;
  usher.$purchases.listen(() => lookAtPurchases(world, page));
  usher.on('purchase', (state) => {
    if (state.status !== 'suspended') return;
    const { item, amount, transactionId } = state;
    const told = Object.entries({ item, amount, transactionId }).filter(
      ([, value]) => value !== null && value !== undefined,
    );
    if (told.length) {
      say(
        world,
        `${page.name} is told ${JSON.stringify(Object.fromEntries(told))} of a suspended purchase`,
      );
    }
  });
  usher.on('item', ({ item: id, streamtype, access }) => {
    const user = shownUser(page);
    if (access !== 'granted' || user === undefined) return;
    const item = itemNamed(id, streamtype)!;
    if (!ownsItem(world, user, item) && isKnownTruth(world, page, user)) {
      say(
        world,
        `${page.name} shows item ${item} granted to ${nameOfUser(user)}, who does not own it`,
      );
    }
  });
}

/**
 * Whether the platform's session belongs to the user whom the page shows, and did so when it
 * answered the last check of the page. No answer of a check names the user.
 */
export function isKnownTruth(
  { platform, facts }: World,
  { usher, name }: WorldPage,
  user: string | null,
): boolean {
  const check = facts.sent.findLast(
    ({ id, page, heardAt }) => id === 'payment/itemstate' && page === name && heardAt !== undefined,
  );
  return platform.userOf(usher.$session.get().id) === user && (!check || check.user === user);
}

/** How long a page may take to show that a grant has ended, in ms: without an answer a minute. */
const endingMs = 120_000;

export function ownsItem(
  { platform, habits, facts, now }: World,
  user: string | null,
  item: string,
): boolean {
  if (habits.sellsToAnyone) return true; // what a session bought before a login is not followed
  const isClockRight = isCalm(facts, 0, ['clocks'], 0, now());
  return [...platform.payments.transactions.values()].some(
    (each) =>
      each.grantedAt !== undefined &&
      (!isClockRight || (each.endsAt ?? Infinity) > now() - endingMs) &&
      each.user === user &&
      (each.item === item || each.operation === 'subscription'),
  );
}

function lookAtPurchases(world: World, page: WorldPage): void {
  const user = shownUser(page);
  if (user === undefined) return;
  for (const { transactionId, status } of page.usher.$purchases.get()) {
    const transaction = world.platform.payments.transactions.get(transactionId ?? '');
    if (transaction && !isOfUser(world.facts, transaction, user)) {
      say(
        world,
        `${page.name} shows ${nameOfUser(user)} a purchase (${status}) of ${nameOfUser(transaction.user)}`,
      );
    }
  }
}

/** The user for whom a text of the platform was made. */
const userIn = (text: string, mark: string): string | undefined =>
  new RegExp(`${mark}(\\w+)`).exec(text)?.[1];

export function noteList(world: World, page: WorldPage, data: unknown): void {
  const user = shownUser(page);
  if (!data || user === undefined) return;
  const text = JSON.stringify(data);
  const film = userIn(text, 'film-for-');
  const owner = film ?? userIn(text, 'latest-for-');
  if (owner !== undefined && owner !== String(user) && isPast(world, page, owner, !!film)) {
    say(
      world,
      `${page.name} shows ${nameOfUser(user)} the ${film ? 'film' : 'list'} of ${nameOfUser(owner)}`,
    );
  }
}

/**
 * The answer to a read. A page that reads before a login gets the list of nobody after it, which
 * says nothing about anybody.
 */
export function noteRead(world: World, page: WorldPage, list: unknown): void {
  if (userIn(JSON.stringify(list ?? ''), 'latest-for-') !== 'null') noteList(world, page, list);
}

/**
 * Whether the platform's session of the page has not belonged to an owner since the page shows its
 * present user. Otherwise the platform may have changed the user by itself, and no answer says so.
 * A film plays on when its session was lost, and the next one has the same user.
 */
function isPast(
  { platform, facts, now }: World,
  page: WorldPage,
  owner: string,
  isFilm = false,
): boolean {
  const { id } = page.usher.$session.get();
  const user = shownUser(page);
  const shown = facts.shown.filter((one) => one.page === page.name);
  // After such a change a page keeps what it has read, also while no user is shown.
  const isChanged = !isCalm(facts, page.device, ['platform'], 0, now());
  const isOther = (one: Shown): boolean =>
    (one.id !== id && !(isChanged && isFilm)) ||
    (one.user !== user && !(isChanged && one.user === undefined));
  const last = shown.findLastIndex(isOther);
  const since = shown[last]?.at ?? page.openedAt;
  const ids = new Set([id, ...shown.slice(last + 1).map((one) => one.id)]);
  return ![...ids].some((each) => {
    const owners = platform.sessions.get(each ?? '')?.owners ?? [];
    return owners.some(
      (one, index) => String(one.user) === owner && (owners[index + 1]?.from ?? Infinity) > since,
    );
  });
}

export function noteToken(
  world: World,
  page: WorldPage,
  token: string | undefined,
  calledAt: number,
): void {
  const endsAt = Number(/&se=(\d+)/.exec(token ?? '')?.[1] ?? Infinity) * 1000 - startMs;
  if (endsAt < calledAt) {
    say(world, `${page.name} gives a report token that ended at ${timeText(endsAt)}`);
  }
  const user = shownUser(page);
  const owner = token && userIn(token, 'token-for-');
  // A token of a viewer without a login says nothing about anybody.
  if (!owner || owner === 'null' || user === undefined || owner === String(user)) return;
  if (isPast(world, page, owner)) {
    say(world, `${page.name} gives ${nameOfUser(user)} the report token of ${nameOfUser(owner)}`);
  }
}

/** A login answers with the viewer who logs in. */
export function noteLogin(
  world: World,
  { name, pace }: WorldPage,
  viewer: WorldViewer,
  user: User | undefined,
): void {
  if (!user || user.id === viewer.id || pace.owner.isGone()) return;
  say(world, `a login of ${viewer.name} in ${name} answers with ${nameOfUser(user.id)}`);
}

export function noteReceipts(
  world: World,
  page: WorldPage,
  receipts: readonly Receipt[] | undefined,
): void {
  const user = shownUser(page);
  if (!receipts || user === undefined || page.pace.owner.isGone()) return;
  for (const { transactionId } of receipts) {
    const transaction = world.platform.payments.transactions.get(transactionId);
    if (transaction && !isOfUser(world.facts, transaction, user)) {
      say(
        world,
        `${page.name} gives ${nameOfUser(user)} a receipt of ${nameOfUser(transaction.user)}`,
      );
    }
  }
}

/** A report for support holds no name, ID or secret of a viewer. */
export function noteReport(
  world: World,
  { name }: WorldPage,
  report: SupportReport | undefined,
): void {
  const text = JSON.stringify(report ?? {});
  const found = viewers
    .flatMap((viewer) => [viewer.id, viewer.name, viewer.hash, viewer.reference])
    .filter((secret) => text.includes(secret));
  if (found.length) say(world, `${name} makes a support report with ${found.join(', ')}`);
}

/** A page looks up every purchase that was ever on the device, by its ID. */
export async function noteLookup(world: World, page: WorldPage, checkout: Checkout): Promise<void> {
  for (const id of world.purchaseIds) {
    const purchase = await checkout.purchase(id).catch(() => undefined);
    const user = shownUser(page);
    if (!purchase || user === undefined) continue;
    const { transactionId } = purchase.$state.get();
    const transaction = world.platform.payments.transactions.get(transactionId ?? '');
    if (transaction && !isOfUser(world.facts, transaction, user)) {
      say(
        world,
        `${page.name} gives ${nameOfUser(user)} the purchase ${id} of ${nameOfUser(transaction.user)} with its transaction`,
      );
    }
  }
}
