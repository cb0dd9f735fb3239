// Purchases whose browser is killed: at a moment between the click and the grant, by SIGKILL of its
// whole process group. On a new start with the same profile the viewer comes back, and each must be
// granted once and charged once.
import { judge } from './judge.mjs';
import { openBooks } from './kill-books.ts';
import {
  createChance,
  landmarks,
  unwritten,
  watchLandmarks,
  type Landmark,
} from './kill-moments.ts';
import { enter, killedRun, purchase, steps, type KilledRun, type Plan } from './kill-run.ts';
import { openScene, type Scene } from './kill-scene.ts';

/** So many purchases share a profile, whose journal grows meanwhile. */
const runsOfProfile = 20;
const firstDomain = 9320;
/**
 * As a rule the viewer comes back when a dead tab's lease of 45 s has ended; now and then at once.
 */
const awayMs = 60_000;
const atOnceEvery = 12;

/**
 * At the last one, every other page is only reloaded: the journal then has nothing of the return
 * yet.
 */
const moments = [...landmarks, unwritten] as const;

/**
 * Purchases without a kill, before those of a profile: the last one is measured, when code and
 * pages are there.
 */
const measurements = [1, 2];

interface Measured extends KilledRun {
  readonly atOnce: boolean;
  readonly wrong: readonly string[];
}

export async function run({
  runs: wanted = '100',
  seed = String(Date.now() % 1e6),
}: { runs?: string; seed?: string } = {}): Promise<boolean> {
  const count = Number(wanted);
  if (!Number.isInteger(count) || count < 1) {
    throw new RangeError('--runs must be a whole number from 1 on');
  }
  console.log(`  ${count} purchases by redirect, each killed or reloaded once; seed ${seed}`);
  process.once('SIGINT', () => process.exit(130)); // which ends the browser too
  const chance = createChance(Number(seed));
  const measured: Measured[] = [];
  for (let begun = 0; begun < count; begun += runsOfProfile) {
    const runs = Math.min(runsOfProfile, count - begun);
    const scene = await openScene(firstDomain + begun / runsOfProfile, runs + measurements.length);
    try {
      await killOnProfile(scene, runs, begun, chance, measured);
    } finally {
      await scene.close();
    }
  }
  printTable(measured);
  const hit = new Set(measured.map(({ step }) => step)).size;
  console.log(
    `  ${hit} of ${steps.length} steps were hit; ${measured.filter(({ loggedInAgain }) => loggedInAgain).length} times the viewer had to log in again`,
  );
  const wrong = measured.filter(({ wrong: found }) => found.length > 0).length;
  return judge(
    'lost, doubled or failed',
    String(wrong),
    wrong === 0 && measured.length === count,
    'none',
  );
}

async function killOnProfile(
  scene: Scene,
  count: number,
  begun: number,
  chance: () => number,
  measured: Measured[],
): Promise<void> {
  const gaps = await measureGaps(scene);
  const check = openBooks(scene);
  await check({
    step: 'granted',
    grantMs: 0,
    clicked: false,
    loggedInAgain: false,
    statuses: [],
    access: 'granted',
  }); // what was bought to measure
  for (let index = begun; index < begun + count; index++) {
    const after = moments[index % moments.length]!;
    const reloads = after === unwritten && Math.floor(index / moments.length) % 2 === 0;
    const atOnce = index % atOnceEvery === atOnceEvery - 1;
    const plan: Plan = {
      after,
      reloads,
      delayMs: after === unwritten ? 0 : chance() * gaps[after],
      awayMs: atOnce ? 0 : awayMs,
    };
    const done = await killedRun(scene, `/shop-${index}`, scene.films.pop()!, plan);
    const wrong = await check(done);
    measured.push({ ...done, atOnce, wrong });
    if (process.stdout.isTTY) {
      console.log(
        `  run ${index}: ${done.step}, ${(done.grantMs / 1000).toFixed(1)} s, ${done.statuses.join(' ')}`,
      );
    }
    if (wrong.length > 0) {
      console.log(
        `  run ${index}, killed ${plan.delayMs.toFixed(0)} ms after "${after}" (${done.step}): ${wrong.join('; ')}`,
      );
    }
  }
}

/** How long it takes from each landmark to the next, in a purchase without a kill. */
async function measureGaps(scene: Scene): Promise<Readonly<Record<Landmark, number>>> {
  let seenAt = (_: Landmark): number | undefined => undefined;
  for (const time of measurements) {
    const film = scene.films.pop()!;
    const { buyer } = await enter(scene, scene.openShop(`/measure-${time}`, 0), film);
    seenAt = watchLandmarks(scene);
    await purchase(buyer);
    await buyer.page.close();
  }
  const end = Date.now();
  return Object.fromEntries(
    landmarks.map((landmark, place) => {
      const next = landmarks[place + 1];
      return [landmark, Math.max(10, ((next && seenAt(next)) ?? end) - seenAt(landmark)!)];
    }),
  ) as Record<Landmark, number>;
}

function printTable(measured: readonly Measured[]): void {
  const rows = [
    [
      'killed at',
      'runs',
      'granted once',
      'wrong',
      'clicked again',
      'median s',
      'longest s',
      'longest s, at once',
    ],
  ];
  const seconds = (
    times: readonly number[],
    place: (sorted: readonly number[]) => number | undefined,
  ): string => {
    const ms = place([...times].sort((one, other) => one - other));
    return ms === undefined ? '-' : (ms / 1000).toFixed(1);
  };
  for (const step of steps) {
    const of = measured.filter((one) => one.step === step);
    const later = of.filter(({ atOnce }) => !atOnce).map(({ grantMs }) => grantMs);
    const atOnce = of.filter((one) => one.atOnce).map(({ grantMs }) => grantMs);
    rows.push([
      step,
      ...[
        of.length,
        of.filter(({ wrong }) => wrong.length === 0).length,
        of.filter(({ wrong }) => wrong.length > 0).length,
        of.filter(({ clicked }) => clicked).length,
      ].map(String),
      seconds(later, (sorted) => sorted[sorted.length >> 1]),
      seconds(later, (sorted) => sorted.at(-1)),
      seconds(atOnce, (sorted) => sorted.at(-1)),
    ]);
  }
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows) {
    console.log(
      `  ${row.map((cell, column) => (column ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!))).join('  ')}`,
    );
  }
  console.log(
    `  seconds from opening the shop again to the grant, ${awayMs / 1000} s after the kill; "at once": right after it`,
  );
}
