// `npm run mutants`: changes the sources, one change at a time, and counts which are noticed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { changedFiles, isThorough, mutableFiles } from './chosen-files.ts';
import { draw } from './draw.ts';
import { readExplanations } from './explanations.ts';
import { killInBrowser } from './kill-in-browser.ts';
import { findReach, killInNode } from './kill-in-node.ts';
import { instrument, type InstrumentedSources, type Mutant } from './mutants.ts';
import { startKillers } from './pool.ts';
import {
  isKilled,
  killedBefore,
  nameOf,
  reportFile,
  survivorLines,
  table,
  type Fate,
  type Trial,
} from './report.ts';

const { values } = parseArgs({
  options: {
    /** Every mutant of these files, with commas. */
    files: { type: 'string' },
    /** Every mutant of the files that have changed since a commit. */
    changed: { type: 'string' },
    /** So many mutants of the files that are not tried in full, or of the files that are named. */
    draw: { type: 'string' },
    /** `--no-thorough` leaves out those that are always tried in full. */
    thorough: { type: 'boolean', default: true },
    seed: { type: 'string', default: '20261126' },
    /** Random sequences of the world, beside its examples. */
    sequences: { type: 'string', default: '300' },
    /** So many sequences try a mutant. */
    tries: { type: 'string', default: '60' },
    processes: { type: 'string', default: '2' },
    /** Only those that were not killed in the last run. The others keep their result. */
    left: { type: 'boolean', default: false },
    /** Only the tests whose path has this part. Sequences of the world have none. */
    tests: { type: 'string', default: '' },
    node: { type: 'boolean', default: true },
    browser: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const folder = dirname(reportFile);
mkdirSync(folder, { recursive: true });
const startedAt = performance.now();
const log = (line: string): void => {
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(5)} s  ${line}`);
};

/** The files of which every mutant is tried, or `undefined` for the usual choice. */
const named = values.changed ? changedFiles(values.changed) : values.files?.split(',');
const sources = await instrument(named ?? mutableFiles());
const chosen = choose(sources);
log(`${chosen.length} of ${sources.mutants.length} mutants`);

const fates = new Map<Mutant, Fate>();
const known: ReadonlyMap<string, Fate> = values.left ? killedBefore() : new Map();
for (const mutant of chosen) {
  fates.set(mutant, known.get(nameOf(mutant)) ?? { end: 'not reached' });
}
if (values.node) await tryInNode();
if (values.browser) await tryInBrowser();
print();

/** Without the line, so that a change above it draws the same. */
function nameInDraw({ file, original, replacement }: Mutant): string {
  return `${file} ${original} ${replacement}`;
}

function unkilled(): Mutant[] {
  return chosen.filter((mutant) => !isKilled(fates.get(mutant)!));
}

function choose({ mutants }: InstrumentedSources): readonly Mutant[] {
  const drawFrom = (from: readonly Mutant[], count: number): readonly Mutant[] =>
    draw(from, nameInDraw, { count, seed: Number(values.seed) });
  if (named) return values.draw ? drawFrom(mutants, Number(values.draw)) : mutants;
  const others = mutants.filter(({ file }) => !isThorough(file));
  return [
    ...(values.thorough ? mutants.filter(({ file }) => isThorough(file)) : []),
    ...drawFrom(others, Number(values.draw ?? 600)),
  ];
}

async function tryInNode(): Promise<void> {
  const planFile = `${folder}/plan.json`;
  const [sequences, seed] = [Number(values.sequences), Number(values.seed)];
  writeFileSync(planFile, JSON.stringify({ texts: sources.texts, sequences, seed }));
  const processes = await Promise.all(
    Array.from({ length: Number(values.processes) }, () => startKillers(planFile)),
  );
  const reach = await findReach(processes, values.tests, log);
  log(`${reach.size} specs and sequences pass`);
  let done = 0;
  const onFate = (mutant: Mutant, fate: Fate): void => {
    fates.set(mutant, fate);
    if (++done % 50 === 0) log(`${done} mutants`);
  };
  await killInNode(processes, unkilled(), reach, { maxTries: Number(values.tries), onFate });
  for (const each of processes) each.stop();
}

async function tryInBrowser(): Promise<void> {
  const left = unkilled();
  log(`${left.length} mutants are left for the unit tests in the browser`);
  await killInBrowser(left, { texts: sources.texts, tests: values.tests }, log, (mutant, fate) =>
    fates.set(mutant, fate),
  );
}

function print(): void {
  const trials: Trial[] = chosen.map((mutant) => ({ ...mutant, fate: fates.get(mutant)! }));
  const explanations = readExplanations();
  writeFileSync(reportFile, JSON.stringify(trials, undefined, 1));
  for (const line of survivorLines(trials, explanations)) console.log(line);
  const partOf = ({ file }: Trial): string =>
    named || isThorough(file) ? file : `drawn from ${file.split('/').slice(0, 2).join('/')}`;
  for (const line of table(trials, explanations, partOf)) console.log(line);
  log(`the report is in ${reportFile}`);
}
