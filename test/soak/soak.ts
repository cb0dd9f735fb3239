import { createChance, oneOf, type Chance } from '../world/chance.ts';
import { buyFilm, type SoakPayment } from './buy-film.ts';
import { findGrowth } from './growth.ts';
import type { SoakOptions } from './options.ts';
import { readFigures, unknownInFirefox, type PageFigures } from './page-gauges.ts';
import { openScene, type Scene } from './scene.ts';
import { endTrouble, makeTrouble, pause } from './trouble.ts';
import { judge } from './verdicts.ts';
import { changeViewer, viewers } from './viewers.ts';

/** What a soak has done, and what it has found. Nothing is found where all is well. */
export interface SoakReport {
  readonly rounds: number;
  readonly purchases: number;
  readonly granted: number;
  /** How often each went wrong on purpose. */
  readonly trouble: Readonly<Record<string, number>>;
  /** What the engine cannot tell. */
  readonly unmeasured: readonly string[];
  readonly findings: readonly string[];
  /** By tab, after the warm-up and at the end. */
  readonly figures: readonly (readonly [tab: string, before: PageFigures, after: PageFigures])[];
}

/** A purchase a minute. */
const roundMs = 60_000;
/** So many rounds until each viewer has been there. */
const warmUpRounds = viewers.length;
/** A lease of a purchase ends after 45 s, and a lost login is asked about for 13 s. */
const settlingMs = 60_000;
const wanderings = ['/submit.html', '/statistics.html', '/elements.html', '/search.html', '/'];

/** What the rounds share. */
interface Soak {
  readonly scene: Scene;
  readonly chance: Chance;
  readonly payments: SoakPayment[];
  readonly findings: string[];
  readonly trouble: Record<string, number>;
  granted: number;
}

/**
 * Runs rounds of trouble and calm until the time is over. Each viewer's first round is the warm-up:
 * what the tabs have after it is compared with what they have at the end, with the same viewer.
 */
export async function soak(
  { minutes, engine, seed }: SoakOptions,
  say: (line: string) => void,
): Promise<SoakReport> {
  const scene = await openScene(engine);
  try {
    const chance = createChance(seed);
    const run: Soak = { scene, chance, payments: [], findings: [], trouble: {}, granted: 0 };
    const rounds = viewers.length * Math.max(2, Math.round(minutes / viewers.length));
    const lengthMs = Math.min(roundMs, Math.floor((minutes * 60_000) / rounds));
    let before = new Map<string, PageFigures>();
    for (let round = 0; round < rounds; round += 1) {
      await playRound(run, round, lengthMs);
      say(describeRound(run, round, rounds));
      if (round === warmUpRounds - 1) before = await measure(scene);
    }
    const after = await measure(scene);
    const figures = [...before].map(([tab, old]) => [tab, old, after.get(tab)!] as const);
    await settleAll(run);
    const growth = figures.flatMap((each) => findGrowth(...each, rounds - warmUpRounds));
    return {
      rounds,
      purchases: rounds,
      granted: run.granted,
      trouble: run.trouble,
      unmeasured: engine === 'firefox' ? unknownInFirefox : [],
      findings: [...run.findings, ...growth, ...(await findInBooks(run, rounds))],
      figures,
    };
  } finally {
    await scene.close();
  }
}

/** A change of the viewer, a purchase, and pages that are left, all in trouble; then calm. */
async function playRound(run: Soak, round: number, lengthMs: number): Promise<void> {
  const { scene, chance, findings, payments } = run;
  const enough = AbortSignal.timeout(Math.floor(lengthMs * 0.75));
  const count = (kind: string): void => {
    run.trouble[kind] = (run.trouble[kind] ?? 0) + 1;
  };
  const viewer = viewers[round % viewers.length]!;
  const problem = await changeViewer(oneOf(chance, scene.resting), viewer);
  if (problem) findings.push(`round ${round + 1}: the login of ${viewer.username}: ${problem}`);
  const [bought] = await Promise.all([
    buyFilm(scene, await scene.nextFilm(), Math.max(30_000, lengthMs * 0.75)),
    makeTrouble(scene, createChance(chance() * 2 ** 32), count, enough),
    wander(scene, createChance(chance() * 2 ** 32), enough),
  ]);
  await endTrouble(scene);
  await showPages(scene);
  if (bought.payment) payments.push(bought.payment);
  if (bought.isGranted) run.granted += 1;
  const found = await judge(scene, { payments, patienceMs: settlingMs, isLast: false });
  findings.push(...found.map((words) => `round ${round + 1}: ${words}`));
}

/** One tab goes from page to page. */
async function wander(
  { wanderer, url }: Scene,
  chance: Chance,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await wanderer.goto(url + oneOf(chance, wanderings)).catch(() => {}); // the line is cut
    await pause(2000 + chance() * 6000, signal);
  }
}

/** Where the line was cut, the browser shows a page of its own instead of the site's. */
async function showPages({ wanderer, shop, url }: Scene): Promise<void> {
  const submit = `${url}/submit.html`;
  // An error page that is still coming would interrupt the first visit.
  await wanderer.goto(submit).catch(async () => wanderer.goto(submit));
  await shop.reload();
}

/**
 * Repeats of a finish come later and later, up to every five minutes. A page that is opened tries
 * at once, so each viewer opens one, and nothing may be open then.
 */
async function settleAll({ scene, payments, findings }: Soak): Promise<void> {
  for (const viewer of viewers) {
    const problem = await changeViewer(scene.resting[0]!, viewer);
    if (problem) findings.push(`at the end: the login of ${viewer.username}: ${problem}`);
    await scene.tickets.reload();
    const found = await judge(scene, { payments, patienceMs: settlingMs, isLast: true });
    findings.push(...found.map((words) => `at the end, for ${viewer.username}: ${words}`));
  }
}

async function measure({ resting, tickets }: Scene): Promise<Map<string, PageFigures>> {
  const pages = [...resting, tickets];
  const read = await Promise.all(pages.map((page) => readFigures(page)));
  return new Map(pages.map((page, index) => [new URL(page.url()).pathname, read[index]!]));
}

/** What ledger and tabs have at the end; and whether enough was bought to say anything. */
async function findInBooks({ scene, granted }: Soak, rounds: number): Promise<string[]> {
  const { problems, rows } = await scene.platform.ledger(scene.domain);
  const finished = new Set(
    rows.filter(({ kind }) => kind === 'finished').map(({ transaction }) => transaction),
  );
  return [
    ...problems.map(({ kind, text }) => `the ledger: ${kind}: ${text}`),
    ...scene.provider.payments
      .filter(({ transaction }) => !finished.has(transaction))
      .map(({ transaction }) => `The payment ${transaction} was taken and never finished.`),
    ...[...scene.complaints].map(([complaint, times]) => `${complaint} (${times} times)`),
    ...(granted * 2 < rounds
      ? [`Only ${granted} of ${rounds} purchases were granted while the viewer waited.`]
      : []),
  ];
}

function describeRound({ payments, granted, findings }: Soak, round: number, of: number): string {
  const paid = `${payments.length} paid, ${granted} granted at once`;
  return `round ${round + 1} of ${of}: ${paid}, ${findings.length} findings`;
}
