import type { PurchaseRecord } from '../../../src/checkout/purchase/purchase-record.ts';
import { awakeSince, isCalm, timeText, type Erased, type Facts } from '../facts.ts';
import type { WorldPage } from '../page.ts';
import { baseUrl } from '../site.ts';
import { viewers, type WorldViewer } from '../viewers.ts';
import type { WorldDevice } from '../world-device.ts';
import type { World } from '../world.ts';
import { noteErasureCall } from './erased-purchases.ts';
import { finishId, prepareId } from './journal.ts';
import { actsOnOld } from './stalls.ts';

// Judge 5: after forget() resolved, or consent was withdrawn, no store of any tab or of the device
// holds an identifier, a name, a secret or a hash of that viewer, and none comes back. Open money
// of the journal is apart, without name and address of the page.

const key = `usher:${baseUrl}|741`;

/** How long a message to another tab takes. */
const reachMs = 150;
/** How long a page takes to start its background tasks. */
const startingMs = 1500;

/**
 * Begins to watch an erasure. The returned function says whether it was confirmed.
 */
export function noteErasure(
  world: World,
  page: WorldPage,
  call: 'forget' | 'withdraw',
): (isConfirmed: boolean) => void {
  const { facts, now, devices } = world;
  const device = devices[page.device]!;
  const calledAt = now();
  const texts = textsOfViewer(world, device, calledAt);
  noteErasureCall(world, page);
  const isAgain =
    call === 'withdraw' && /none|consented/.test(page.site.persistence) && isWithdrawn(page);
  return (isConfirmed) => {
    if (!isConfirmed || page.pace.owner.isGone()) return;
    const { name, device: index } = page;
    const erased: Erased = { device: index, page: name, calledAt, at: now(), texts, isAgain };
    facts.erased.push(erased);
    // Not at once: a storage event is on its way.
    world.time.schedule(reachMs, () => lookAtStores(world, erased));
  };
}

/**
 * Whether consent is withdrawn, and the device keeps nothing but the record that says so. The page
 * decides by what it sees of the storage: a change by others takes some milliseconds to reach it.
 */
function isWithdrawn({ storedText }: WorldPage): boolean {
  const text = storedText(key) ?? '';
  return (
    text.includes('"isWithdrawn":true') &&
    text.includes('"deviceHash":""') &&
    !text.includes('"isMoved":true')
  );
}

/** What the device knew of its viewers before a time. */
function textsOfViewer({ facts }: World, { index }: WorldDevice, at: number): Set<string> {
  const texts = new Set<string>();
  for (const { device, id, values, opened, heardAt = Infinity, at: sentAt, user } of facts.sent) {
    if (device !== index || sentAt >= at) continue;
    if (id === 'session/init') texts.add(values.get('nxp_devh')!);
    if (heardAt >= at || !opened) continue;
    texts.add(opened);
    const viewer = viewers.find((each) => each.id === user);
    if (viewer) for (const text of textsOf(viewer)) texts.add(text);
    const reference = values.get('externalUserReference');
    if (reference) texts.add(reference);
  }
  return texts;
}

/** The texts that name a viewer. A user ID is stored as a text of its own. */
const textsOf = ({ id, name, hash }: WorldViewer): string[] => [`"${id}"`, name, hash];

/** The texts of an erasure that are not known again by a login or opening after its call. */
function goneTexts({ facts }: World, { device, calledAt, texts }: Erased): string[] {
  const again = new Set<string>();
  for (const { device: index, opened, user, at, heardAt, values } of facts.naming) {
    if (index !== device || at < calledAt || heardAt === undefined) continue;
    const viewer = opened && viewers.find((each) => each.id === user);
    if (viewer) for (const text of textsOf(viewer)) again.add(text);
    if (opened) again.add(opened);
    const reference = values.get('externalUserReference');
    if (reference) again.add(reference);
  }
  return [...texts].filter((text) => !again.has(text));
}

/** All texts that the stores of a device hold, by the name of the store. */
function storedTexts(
  { facts, now }: World,
  { storage, database, places, index }: WorldDevice,
  openSince: number,
  erasedAt: number,
): [string, string][] {
  const known = answeredSince(facts, index, erasedAt);
  const records = [...database.stores()].flatMap(([store, all]) =>
    [...all].map(([name, record]): [string, string] => [
      `IndexedDB ${store} ${name}`,
      JSON.stringify(record, (_name, value: unknown) =>
        store === 'journal' ? withoutKnown(value, known) : value,
      ) ?? '',
    ]),
  );
  // A frozen page cannot erase what its tab keeps until it wakes, nor a page in a long task.
  const tabs = [...places.values()]
    .filter(
      ({ page, isClosed }) =>
        !isClosed &&
        page?.pace.life() === 'awake' &&
        !page.pace.isStalled() &&
        !page.isDisposed &&
        page.openedAt < openSince &&
        !mayLackCode(facts, page, now()),
    )
    .flatMap(({ sessionStorage, number }) =>
      [...sessionStorage].map(([name, text]): [string, string] => [
        `sessionStorage of tab ${number} ${name}`,
        text,
      ]),
    );
  const local = [...storage.texts()].map(([name, text]): [string, string] => [
    `localStorage ${name}`,
    text,
  ]);
  return [...local, ...tabs, ...records];
}

/**
 * Whether a page may not have the code of its background tasks yet: files were lost when it opened.
 * It requests them again when the network is back.
 */
const mayLackCode = ({ faults }: Facts, { device, openedAt }: WorldPage, now: number): boolean =>
  faults.some(
    ({ kind, device: index, from, to }) =>
      kind === 'chunks' &&
      index === device &&
      from <= openedAt + startingMs &&
      to >= Math.max(openedAt, now - startingMs),
  );

/** The IDs of purchases and transactions of which the platform has said something since a time. */
function answeredSince({ sent, journals }: Facts, device: number, from: number): Set<string> {
  const ids = new Set<string>();
  for (const { id, order, device: index, values, heardAt = -1 } of sent) {
    if (index !== device || heardAt < from) continue;
    if (id === prepareId) ids.add(journals[device]!.prepares.get(order) ?? '');
    if (id === finishId) ids.add(values.get('transactionID')!);
  }
  return ids;
}

/**
 * A part of the journal without what may name a viewer after an erasure: the owner of open money,
 * and what the platform has said since then of a purchase. A refusal may name the viewer again.
 */
function withoutKnown(value: unknown, known: ReadonlySet<string>): unknown {
  const { owner, error, ...rest } = Object(value) as Partial<PurchaseRecord>;
  if (owner === undefined) return value;
  const isKnown = known.has(rest.id!) || known.has(rest.transactionID ?? '');
  return isKnown ? rest : { ...rest, error };
}

function lookAtStores(world: World, erased: Erased): void {
  const { facts, now, devices } = world;
  const device = devices[erased.device]!;
  // A killed browser brings back what it had not erased on disk, until a page opens.
  if (
    !isCalm(facts, erased.device, ['killed', 'storage', 'database'], erased.at - reachMs, now())
  ) {
    return;
  }
  for (const found of foundIn(world, device, erased)) {
    facts.broken.push(`${timeText(now())}: 5. ${found}`);
  }
}

function foundIn(world: World, device: WorldDevice, erased: Erased): string[] {
  if (erased.isAgain && hasConsentedSince(world, erased)) return [];
  const gone = goneTexts(world, erased);
  // The tab of a page that has just opened is erased when its background tasks start.
  const startedBy = awakeSince(world.facts, device.index, world.now(), startingMs);
  const texts = storedTexts(world, device, startedBy, erased.calledAt);
  const judged = texts.filter(([name]) => !isUndatableTab(world, erased, name));
  return judged.flatMap(([name, text]) =>
    gone
      .filter((secret) => text.includes(secret))
      .map(
        (secret) =>
          `${erased.page} has confirmed an erasure at ${timeText(erased.at)}, and ${name} holds ${secret}`,
      ),
  );
}

/**
 * Whether a killed browser has lost an erasure and restored its tabs, and the clock was set back
 * before that erasure: nothing on the device shows which of both is newer.
 */
const isUndatableTab = (
  { facts, now }: World,
  { device, calledAt }: Erased,
  name: string,
): boolean =>
  name.startsWith('sessionStorage') &&
  !isCalm(facts, device, ['killed'], calledAt, now()) &&
  !isCalm(facts, device, ['setback'], 0, calledAt);

/**
 * A page without consent keeps its session in memory, also when consent is withdrawn again. With
 * consent it is stored.
 */
const hasConsentedSince = ({ facts }: World, { device, at }: Erased): boolean =>
  facts.calls.some(
    ({ name, device: index, calledAt }) =>
      name === 'consent' && index === device && calledAt >= at - reachMs,
  );

/** Looks at the stores when all is at rest. */
export function judgeErasures(world: World): string[] {
  const { facts, devices, now } = world;
  return facts.erased.flatMap((erased) => {
    const device = devices[erased.device]!;
    const isKilled = !isCalm(facts, erased.device, ['killed'], erased.at - 60_000, now());
    // Both stores have lost the erasure: what a killed browser brings back is all that is known.
    const isCleared = !isCalm(facts, erased.device, ['cleared'], erased.calledAt, now());
    const isUnwatched = device.pages().every((page) => page.isDisposed);
    if (isKilled && (isCleared || isUnwatched)) return [];
    const stored = foundIn(world, device, erased).map((words) => `5. at rest: ${words}`);
    return [...stored, ...sentAgain(world, erased)];
  });
}

/**
 * A device hash or a session from before an erasure is not sent after it. A page without consent
 * keeps its session in memory, and goes on when consent is withdrawn again.
 */
function sentAgain({ facts }: World, erased: Erased): string[] {
  const { device, calledAt, at, texts, isAgain } = erased;
  if (isAgain) return [];
  return facts.sent
    .filter(
      (one) =>
        one.device === device &&
        one.at > at + reachMs &&
        one.id !== 'session/logout' &&
        !actsOnOld(facts, one.page, calledAt, one.at, reachMs) &&
        isCalm(facts, device, ['killed', 'storage'], at - reachMs, one.at) &&
        (texts.has(one.values.get('nxp_devh') ?? '') ||
          texts.has(one.values.get('currentSession') ?? '') ||
          texts.has(one.values.get('nxp_userh') ?? '')),
    )
    .filter(
      (one) => !isKnownAgain(facts.sent, one.values.get('nxp_userh'), calledAt, one.at, device),
    )
    .map(
      (one) =>
        `5. ${erased.page} has confirmed an erasure at ${timeText(at)}, and ${one.page} sends ${one.id}?${one.values.toString()} at ${timeText(one.at)}`,
    );
}

/** A user hash is known again after a login. */
const isKnownAgain = (
  sent: World['facts']['sent'],
  hash: string | null,
  from: number,
  to: number,
  device: number,
): boolean =>
  !!hash &&
  sent.some(
    ({ at, heardAt = Infinity, user, device: index }) =>
      index === device &&
      at >= from &&
      heardAt <= to &&
      viewers.find((viewer) => viewer.id === user)?.hash === hash,
  );
