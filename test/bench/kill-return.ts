// Payments by redirect whose browser is killed between the return and the finish: by SIGKILL of its
// whole process group, while each chunk comes late. The profile is started again at the address
// that the tab had, as a browser restores it. Nothing else is done: each payment must be granted,
// or shown as one that is being tried.
import { setTimeout as wait } from 'node:timers/promises';
import { pressProviderButton, type Buyer } from '../faults/support/buyer.ts';
import type { Film } from '../faults/support/film-picker.ts';
import { judge } from './judge.mjs';
import { createChance, watchLandmarks } from './kill-moments.ts';
import { enter, until } from './kill-run.ts';
import { openScene, type Scene } from './kill-scene.ts';

/** So many payments share a profile. */
const runsOfProfile = 20;
const firstDomain = 9360;
/** A chunk comes as late as this at most. */
const maxLateMs = 700;
/** From the request of the return page to the kill. A finish takes about as long. */
const maxKillMs = 1500;
/** How long the next page may take for the grant. */
const patienceMs = 20_000;

const moments = [
  'in the address',
  'out of the address, no checkout yet',
  'checkout is there, no finish yet',
  'finish sent',
] as const;
type Moment = (typeof moments)[number];

const ends = ['granted', 'being tried', 'lost', 'charged twice'] as const;
type End = (typeof ends)[number];

interface KilledReturn {
  readonly moment: Moment;
  readonly end: End;
}

export async function run({
  runs: wanted = '40',
  seed = String(Date.now() % 1e6),
}: { runs?: string; seed?: string } = {}): Promise<boolean> {
  const count = Number(wanted);
  if (!Number.isInteger(count) || count < 1) {
    throw new RangeError('--runs must be a whole number from 1 on');
  }
  console.log(`  ${count} payments, each killed between return and finish; seed ${seed}`);
  process.once('SIGINT', () => process.exit(130)); // which ends the browser too
  const chance = createChance(Number(seed));
  const killed: KilledReturn[] = [];
  for (let begun = 0; begun < count; begun += runsOfProfile) {
    const ofProfile = Math.min(runsOfProfile, count - begun);
    const scene = await openScene(firstDomain + begun / runsOfProfile, ofProfile);
    try {
      for (let index = 0; index < ofProfile; index++) {
        killed.push(await killReturn(scene, `/return-${index}`, scene.films.pop()!, chance));
      }
    } finally {
      await scene.close();
    }
  }
  printTable(killed);
  const wrong = killed.filter(({ end }) => end === 'lost' || end === 'charged twice').length;
  return judge('lost or charged twice', String(wrong), wrong === 0, 'none');
}

async function killReturn(
  scene: Scene,
  path: string,
  film: Film,
  chance: () => number,
): Promise<KilledReturn> {
  const { chromium, provider } = scene;
  const url = scene.openShop(path, 0);
  const { buyer } = await enter(scene, url, film);
  const seenAt = watchLandmarks(scene);
  const paidBefore = provider.payments.length;
  await buyer.goToProvider();

  let isCheckoutThere = false;
  await buyer.page.route('**/chunks/*', async (route) => {
    await wait(chance() * maxLateMs);
    if (route.request().url().includes('-checkout')) isCheckoutThere = true;
    await route.continue().catch(() => {}); // the browser is killed
  });
  void pressProviderButton(buyer.page, 'approve').catch(() => {});
  await until(() => seenAt('the return is loaded'), 'the return');
  await until(() => isShown(buyer), 'the return page');
  await wait(chance() * maxKillMs);
  const address = buyer.page.url();
  const moment = momentOf(address, isCheckoutThere, seenAt('finish arrives') !== undefined);
  await chromium.killAndStart();

  scene.openShop(path, 0);
  const { buyer: after } = await enter(scene, address, film);
  const end = await endOf(after);
  const charged = provider.payments.length - paidBefore;
  await after.page.close();
  return { moment, end: charged > 1 ? 'charged twice' : end };
}

/** Whether the browser shows the page of the return. Without it there is no return to be lost. */
const isShown = ({ page }: Buyer): boolean => !page.url().includes('/pay?');

function momentOf(address: string, isCheckoutThere: boolean, isFinishing: boolean): Moment {
  if (isFinishing) return 'finish sent';
  if (address.includes('usher-return=')) return 'in the address';
  return isCheckoutThere
    ? 'checkout is there, no finish yet'
    : 'out of the address, no checkout yet';
}

/** What becomes of the payment, without a click. */
async function endOf(buyer: Buyer): Promise<End> {
  const startedAt = Date.now();
  let status = '';
  while (Date.now() - startedAt < patienceMs) {
    const all = await buyer.purchases().catch(() => []);
    status = all.find(({ item }) => item === buyer.film.item)?.status ?? '';
    if (status === 'granted') return 'granted';
    await wait(20);
  }
  return /finishing|pending|verifying/.test(status) ? 'being tried' : 'lost';
}

function printTable(killed: readonly KilledReturn[]): void {
  const rows = [
    ['killed when the return was', 'runs', ...ends],
    ...moments.map((moment) => {
      const of = killed.filter((each) => each.moment === moment);
      return [
        moment,
        String(of.length),
        ...ends.map((end) => String(of.filter((each) => each.end === end).length)),
      ];
    }),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
    );
    console.log(`  ${cells.join('  ')}`);
  }
  console.log(`  chunks come up to ${maxLateMs} ms late; ${patienceMs / 1000} s for the grant`);
}
