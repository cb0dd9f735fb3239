// A process that runs sequences of the world and specs over the instrumented sources.
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { buildCode, type EvaluateCode } from '../world/code.ts';
import type { Sequence } from '../world/generate.ts';
import { runSequence } from '../world/run.ts';
import { createMutantSwitch } from './mutant-switch.ts';
import { namedSequences } from './sequences.ts';
import { buildSpecs, specFiles } from './specs.ts';

/** What the processes need to know. It lies in a file. */
export interface KillerPlan {
  readonly texts: Readonly<Record<string, string>>;
  readonly sequences: number;
  readonly seed: number;
}

/** Runs a killer, with a mutant or with none. */
export interface KillerOrder {
  readonly killer: string;
  readonly mutant?: string | undefined;
}

/** What came of it. */
export interface KillerAnswer {
  /** What a judge, a test or an error says. */
  readonly found?: string | undefined;
  readonly isEndless: boolean;
  /** Without a mutant: those that were reached. */
  readonly reached: readonly string[];
  readonly ms: number;
}

const mutantSwitch = createMutantSwitch();

const { texts, sequences, seed } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as KillerPlan;
const evaluate = await buildCode({ texts });
const specs = await buildSpecs(specFiles(), texts, evaluate);
const named = namedSequences(sequences, seed);

async function run({ killer, mutant }: KillerOrder): Promise<KillerAnswer> {
  const startedAt = performance.now();
  mutantSwitch.set(mutant);
  const found = await findingOf(killer).catch((error: unknown) => String(error));
  const isEndless = mutantSwitch.isEndless();
  const reached = mutant === undefined ? mutantSwitch.reached() : [];
  mutantSwitch.set(undefined);
  return { found, isEndless, reached, ms: performance.now() - startedAt };
}

async function findingOf(killer: string): Promise<string | undefined> {
  const spec = specs.get(killer);
  return spec ? spec.run() : findingOfSequence(named.get(killer)!, evaluate);
}

async function findingOfSequence(
  sequence: Sequence,
  code: EvaluateCode,
): Promise<string | undefined> {
  const { broken } = await runSequence(sequence, code);
  return broken[0];
}

// A failed test may leave a promise that rejects later, or a timer that throws.
process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});
process.on('message', (order: KillerOrder) => {
  void run(order).then((answer) => process.send!(answer));
});
process.send!([...specs.keys(), ...named.keys()]);
