import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';
import { buyerOf, pressProviderButton, type Buyer } from '../faults/support/buyer.ts';
import type { Film } from '../faults/support/film-picker.ts';
import { readStoredData } from '../faults/support/stored-data.ts';
import { unwritten, watchLandmarks, type Landmark } from './kill-moments.ts';
import type { Scene } from './kill-scene.ts';

/**
 * How far a purchase had come when the browser was killed, by what was found on the disk and had
 * reached platform and provider.
 */
export const steps = [
  'not written',
  'written, not sent',
  'prepare sent',
  'prepared',
  'at the provider',
  'paid, not back',
  'back, not written',
  'back, finish not sent',
  'finish sent',
  'finished, not verified',
  'granted',
] as const;
export type Step = (typeof steps)[number];

/** Where the kill is to fall, and when the viewer comes back. */
export interface Plan {
  readonly after: Landmark | typeof unwritten;
  /** The page is only reloaded, where the browser would be killed else. */
  readonly reloads: boolean;
  readonly delayMs: number;
  readonly awayMs: number;
}

export interface KilledRun {
  readonly step: Step;
  /** From the shop's page being opened again to the grant. */
  readonly grantMs: number;
  /** The viewer pressed the button again: the provider had not sent them back. */
  readonly clicked: boolean;
  readonly loggedInAgain: boolean;
  readonly statuses: readonly string[];
  readonly access: string;
}

/** Long enough for a lease of 45 s to end, and the provider to be opened after it. */
const patienceMs = 90_000;
/** What would go on by itself has begun by then; else the viewer presses the button. */
const waitBeforeClickMs = 1000;

/** Opens the shop in a new tab, with ada logged in. `again`: she had to. */
export async function enter(
  { chromium }: Scene,
  url: string,
  film: Film,
): Promise<{ readonly buyer: Buyer; readonly again: boolean }> {
  const buyer = buyerOf(await chromium.newTab(), film);
  await buyer.page.bringToFront();
  await buyer.page.goto(url);
  await until(async () => (await buyer.state()).status === 'ready', 'a session');
  await wait(150); // a session whose mirror was lost comes from the durable copy a moment later
  const again = !(await buyer.state()).user;
  if (again) await buyer.logIn();
  return { buyer, again };
}

/** Buys by redirect, up to the grant. */
export async function purchase(buyer: Buyer): Promise<void> {
  await buyer.goToProvider();
  await payAndReturn(buyer);
}

async function payAndReturn(buyer: Buyer): Promise<void> {
  const isPaid = (await buyer.page.locator('button[value=back]').count()) > 0;
  await pressProviderButton(buyer.page, isPaid ? 'back' : 'approve');
  await until(async () => {
    if (buyer.page.isClosed() || !buyer.page.context().browser()?.isConnected()) {
      throw new Error('the browser is gone');
    }
    return (await statusOf(buyer)) === 'granted';
  }, 'the grant');
}

/**
 * A purchase whose browser is killed at the planned moment, started again on the same profile, and
 * used by the same viewer.
 */
export async function killedRun(
  scene: Scene,
  path: string,
  film: Film,
  plan: Plan,
): Promise<KilledRun> {
  const { chromium, pages } = scene;
  const { buyer } = await enter(scene, scene.openShop(path, 0), film);
  const seenAt = watchLandmarks(scene);
  const journey = purchase(buyer).catch(() => {}); // ends with the browser
  if (plan.after === unwritten) {
    await until(() => seenAt('the provider is opened'), 'the provider');
    await buyer.page.route(checkoutChunk, (route) => route.abort());
    await until(() => isStored(buyer), unwritten);
  } else {
    const { after: landmark } = plan;
    const seen = await until(() => seenAt(landmark), landmark);
    await wait(Math.max(0, seen + plan.delayMs - Date.now()));
  }
  if (plan.reloads) return reloadedRun(buyer, journey);
  await chromium.killAndStart();
  // A call into a page of the killed browser may never settle.
  await Promise.race([journey, wait(2000)]);
  const durable = await readDurable(chromium.context, pages.origin());
  const step = plan.after === unwritten ? 'back, not written' : stepOf(durable, film, seenAt);

  const url = scene.openShop(path, plan.awayMs);
  const startedAt = Date.now();
  const { buyer: after, again } = await enter(scene, url, film);
  const clicked = await goOn(after, startedAt);
  const grantMs = Date.now() - startedAt;
  const run = {
    step,
    grantMs,
    clicked,
    loggedInAgain: again,
    statuses: await after.statuses(),
    access: await after.checkAccess(),
  };
  await after.page.close();
  return run;
}

/**
 * What the databases hold. A browser that was killed a moment ago now and then cannot open them at
 * first ("Internal error opening backing store"), and can a moment later.
 */
async function readDurable(context: BrowserContext, origin: string): Promise<readonly string[]> {
  for (let tries = 1; ; tries++) {
    try {
      return (await readStoredData(context, origin)).durable;
    } catch (error) {
      if (tries === 20 || !String(error).includes('backing store')) throw error;
      console.log(`  the database could not be opened after a kill, try ${tries}`);
      await wait(500);
    }
  }
}

const checkoutChunk = '**/chunks/*-checkout.js';

const isStored = ({ page }: Buyer): Promise<boolean> =>
  page
    .evaluate(
      () =>
        'runtime' in window &&
        'shop' in window &&
        Object.keys(localStorage).some((name) => name.endsWith('|returns')),
    )
    .catch(() => false);

/** The page is reloaded before the journal has the return. Nothing else is done for it. */
async function reloadedRun(buyer: Buyer, journey: Promise<void>): Promise<KilledRun> {
  await buyer.page.unroute(checkoutChunk);
  const startedAt = Date.now();
  await buyer.page.reload();
  await until(async () => (await statusOf(buyer)) === 'granted', 'the grant after a reload');
  await journey;
  const run = {
    grantMs: Date.now() - startedAt,
    clicked: false,
    loggedInAgain: false,
    statuses: await buyer.statuses(),
    access: await buyer.checkAccess(),
  };
  await buyer.page.close();
  return { step: 'back, not written', ...run };
}

/**
 * Waits for what goes on by itself; where only the viewer can go on, presses the button, as often
 * as it takes.
 */
async function goOn(buyer: Buyer, startedAt: number): Promise<boolean> {
  for (let clicked = false; Date.now() - startedAt < patienceMs; clicked = true) {
    const settlesAt = Date.now() + waitBeforeClickMs;
    while (Date.now() < settlesAt || /finishing|pending|verifying/.test(await statusOf(buyer))) {
      if ((await statusOf(buyer)) === 'granted') return clicked;
      if (Date.now() - startedAt > patienceMs) break;
      await wait(20);
    }
    if ((await statusOf(buyer)) === 'granted') return clicked;
    await buyer.buy('redirect').catch(() => {}); // the page may be left meanwhile
    const isThere = await buyer.page.waitForURL(/\/pay\?/, { timeout: 2000 }).then(
      () => true,
      () => false,
    );
    if (!isThere) continue;
    await payAndReturn(buyer);
    return true;
  }
  throw new Error(`no grant within ${patienceMs / 1000} s: ${await statusOf(buyer)}`);
}

const statusOf = async (buyer: Buyer): Promise<string> =>
  (await buyer.purchases().catch(() => [])).filter(({ item }) => item === buyer.film.item).at(-1)
    ?.status ?? '';

/** A purchase in the journal, as far as its step shows. */
interface KeptEntry {
  readonly step: string;
  readonly providerOpenedAt?: number;
  readonly values: { readonly item?: string };
}

function stepOf(
  durable: readonly string[],
  film: Film,
  seenAt: ReturnType<typeof watchLandmarks>,
): Step {
  const records = durable
    .filter((text) => text.includes('"entries"'))
    .map((text) => JSON.parse(text.slice(text.indexOf('={') + 1)) as { entries: KeptEntry[] });
  const entry = records
    .flatMap(({ entries }) => entries)
    .filter(({ values }) => String(values.item) === film.item)
    .at(-1);
  switch (entry?.step) {
    case undefined:
      return 'not written';
    case 'preparing':
      return seenAt('prepare arrives') === undefined ? 'written, not sent' : 'prepare sent';
    case 'awaiting-provider':
      if (entry?.providerOpenedAt === undefined) return 'prepared';
      return seenAt('the viewer pays') === undefined ? 'at the provider' : 'paid, not back';
    case 'finishing':
      return seenAt('finish arrives') === undefined ? 'back, finish not sent' : 'finish sent';
    case 'verifying':
      return 'finished, not verified';
    case 'granted':
      return 'granted';
    default:
      throw new Error(`a purchase was killed into ${entry?.step}`);
  }
}

/** Looks every few milliseconds until there is a value. */
export async function until<Value>(
  read: () => Value | undefined | Promise<Value | undefined>,
  what: string,
): Promise<Value & {}> {
  const startedAt = Date.now();
  while (Date.now() - startedAt < patienceMs) {
    const value = await read();
    if (value) return value;
    await wait(2);
  }
  throw new Error(`${what} did not come within ${patienceMs / 1000} s`);
}
