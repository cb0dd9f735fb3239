import { setMaxListeners } from 'node:events';
import type { Receipt } from '../../src/index.ts';
import type { EvaluateCode } from './code.ts';
import { createWorld } from './create-world.ts';
import { timeText } from './facts.ts';
import type { Sequence } from './generate.ts';
import { isAskedToWait, judgeAgreement } from './judges/agreement.ts';
import { judgeBounds, judgeLeftSessions } from './judges/bounds.ts';
import { judgeErasedPurchases } from './judges/erased-purchases.ts';
import { judgeErasures } from './judges/erasure.ts';
import { judgeGaps } from './judges/gaps.ts';
import { judgeItems } from './judges/items.ts';
import { keepalivesTooRare } from './judges/keepalives.ts';
import { judgeLogouts } from './judges/logouts.ts';
import { judgeMoney, judgeReceipts, judgeTrying } from './judges/money.ts';
import { judgeOrder } from './judges/order.ts';
import { judgeGatesAtRest } from './judges/played.ts';
import { judgeChunks, judgeErrors, judgePromises, judgeReader } from './judges/promises.ts';
import { takenPayments } from './judges/taken-payments.ts';
import { judgeGrants } from './judges/wire.ts';
import { openPage } from './open-page.ts';
import type { WorldPage } from './page.ts';
import { heal, perform } from './perform.ts';
import { usualSite } from './site.ts';
import { ThrownByPage } from './thrown-by-page.ts';
import { NeverAtRest, settle } from './time.ts';
import { viewers } from './viewers.ts';
import { createLook, watchers } from './watch.ts';
import { withinMs } from './within-ms.ts';
import type { World } from './world.ts';

setMaxListeners(1000); // many calls of a page wait for one signal, which a browser allows

/** The time in which open pages recover after all faults have ended. */
const recoveryMs = 180_000;
/** Then an hour at rest. */
const restMs = 3_600_000;
/** A lease (45 s), the remaining requests, and two intervals of a repeated finish (5 min). */
const finishingMs = 720_000;
/** How often a viewer tries to log in again. */
const maxLogins = 3;

/** What a run has shown. */
export interface Outcome {
  readonly world: World;
  /** The sentences of the judges. Empty when all is well. */
  readonly broken: readonly string[];
}

/** Runs a sequence, then lets all come to rest, and asks the judges. */
export async function runSequence(
  { seed, isFresh = false, habits, site, events }: Sequence,
  evaluate: EvaluateCode,
): Promise<Outcome> {
  const world = createWorld(seed, habits, evaluate, watchers);
  const { facts, time, devices } = world;
  for (const device of devices) device.site = site;
  const onUncaught = (reason: unknown): void => {
    if (reason instanceof ThrownByPage) return;
    facts.uncaught.push(`unhandled: ${String((reason as Error)?.stack ?? reason)}`);
  };
  process.on('unhandledRejection', onUncaught);
  try {
    time.afterEach = createLook(world);
    if (!isFresh) {
      await perform(world, { does: 'login', tab: 0, viewer: 0, how: 'right' });
      await time.pass(1000);
    }
    for (const event of events) await perform(world, event);
    await heal(world);
    await time.pass(recoveryMs);
    const atRest = [...judgeErasures(world), ...judgeErasedPurchases(world)];
    atRest.push(...judgeLeftSessions(world));
    atRest.push(...(await judgeAgreement(world, true)), ...judgeLeftSessions(world));
    const from = world.now();
    await time.pass(restMs);
    atRest.push(...(await judgeAgreement(world, false)));
    atRest.push(...keepalivesTooRare(world, from, world.now()), ...judgeTrying(world));
    await settle();
    facts.endedAt = world.now();
    facts.endedT = time.now();
    atRest.push(...judgePromises(facts), ...judgeBounds(world), ...judgeGrants(world));
    atRest.push(...judgeReader(world), ...judgeChunks(world), ...judgeGatesAtRest(world));
    atRest.push(...judgeItems(world));
    atRest.push(...judgeOrder(facts), ...judgeGaps(facts), ...judgeLogouts(world));
    atRest.push(...(await comeBack(world)));
    return { world, broken: [...new Set([...facts.broken, ...atRest, ...judgeErrors(facts)])] };
  } catch (error) {
    if (!(error instanceof NeverAtRest)) throw error;
    return { world, broken: [...facts.broken, `7. ${error.message}`] };
  } finally {
    process.off('unhandledRejection', onUncaught);
  }
}

/** Every buyer comes back to the same profile, online. Returns what is wrong with their money. */
async function comeBack(world: World): Promise<string[]> {
  const { devices, time, facts } = world;
  const device = devices[0]!;
  const buyers = new Set(takenPayments(world).map(({ buyer }) => buyer ?? null));
  const broken: string[] = [];
  for (const buyer of buyers) {
    facts.story.push(`${timeText(world.now())}: ${buyer ?? 'the viewer without a login'} is back`);
    device.kill(5000, 0);
    device.site = usualSite;
    await time.pass(1000);
    restoreReturns(world);
    const page = openPage(world, 0);
    await time.pass(5000);
    await becomeUser(world, buyer);
    await time.pass(finishingMs);
    await askForUnknownReturns(world, page);
    const now = page.usher.$user.get()?.id ?? null;
    if (now !== buyer && !isAskedToWait(facts, world.now())) {
      broken.push(`3. ${buyer} cannot come back: ${page.name} shows ${now}`);
    }
    broken.push(...judgeMoney(world, buyer));
    broken.push(...judgeReceipts(world, buyer, await receiptsOn(world, page)));
  }
  return broken;
}

/** The page asks for returns that belong to no purchase. */
async function askForUnknownReturns({ handedTokens, time }: World, page: WorldPage): Promise<void> {
  void page.call('unknown returns', withinMs.once, async (usher) => {
    const checkout = await usher.checkout();
    for (const { parameters } of (await checkout.unknownReturns?.()) ?? []) {
      const token = parameters()?.get('token');
      if (token) handedTokens.add(token);
    }
  });
  await time.pass(60_000);
}

/** What the page has as receipts; `undefined` if it has no answer in time. */
async function receiptsOn(
  { time }: World,
  page: WorldPage,
): Promise<readonly Receipt[] | undefined> {
  let found: readonly Receipt[] | undefined;
  void page.call('receipts', withinMs.start, async (usher) => {
    found = await (await usher.checkout()).receipts();
  });
  await time.pass(withinMs.start);
  return found;
}

/** The place of the first tab that is restored. */
const firstRestored = 50;

/** A browser that was killed offers its tabs again: those whose address still has a return. */
function restoreReturns(world: World): void {
  const device = world.devices[0]!;
  let place = firstRestored;
  for (const address of device.restorable) {
    openPage(world, place++, { address });
    for (const arrival of world.arrivals) {
      if (arrival.address === address) arrival.isRestored = true;
    }
  }
  device.restorable.clear();
}

/** Logs in as this user, or out. */
async function becomeUser({ devices, time }: World, user: string | null): Promise<void> {
  const page = devices[0]!.pageAt(0)!;
  const viewer = viewers.find(({ id }) => id === user);
  for (let tries = 0; tries < maxLogins; tries++) {
    if ((page.usher.$user.get()?.id ?? null) === user) return;
    if (!viewer) {
      void page.call('logout', withinMs.logout, (usher) => usher.logout());
      // Purchases without a user wait for the next session.
      void page.call('start', withinMs.start, (usher) => usher.start());
    } else {
      const { name: username, password } = viewer;
      void page.call('login', withinMs.login, (usher) => usher.login({ username, password }));
    }
    await time.pass(60_000);
  }
}
