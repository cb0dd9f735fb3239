import fc from 'fast-check';
import type { Subject } from './arbitrary/subjects.ts';
import type { EvaluateCode } from './code.ts';
import { anySequence, sequenceAbout, type Sequence } from './generate.ts';
import { describe } from './perform.ts';
import { runSequence } from './run.ts';
import { usualSite } from './site.ts';

export interface ExploreOptions {
  readonly runs: number;
  readonly seed: number;
  /** What the sequences are about. Default: everything. */
  readonly subject?: Subject | undefined;
  /** Only sentences that contain this text count. */
  readonly judge?: string | undefined;
  /** How many counter-examples are shrunk. Of the others only the kind is told. Default: 12. */
  readonly explained?: number | undefined;
  /** Stops at the first counter-example. */
  readonly stopsAtFirst?: boolean | undefined;
}

/** A sequence that breaks a promise, shrunk. */
export interface CounterExample {
  /** The sentence without its names and numbers. */
  readonly kind: string;
  /** Number of the sequence, from 1. */
  readonly run: number;
  /** How many sequences broke this promise. */
  count: number;
  sequence: Sequence;
  text: string;
}

/** What an exploration has come to. */
export interface Exploration {
  readonly runs: number;
  /** How often each event happened. */
  readonly counts: [name: string, count: number][];
  readonly found: readonly CounterExample[];
}

/** How many shorter sequences are tried for each. */
const maxAttempts = 80;

/** Sequences that are made at a time. */
const batchSize = 200;

/** Runs random sequences, and shrinks those in which the judges find something. */
export async function explore(
  evaluate: EvaluateCode,
  { runs, seed, subject, judge = '', explained = 12, stopsAtFirst = false }: ExploreOptions,
): Promise<Exploration> {
  const sequences = subject ? sequenceAbout(subject) : anySequence;
  const counts = new Map<string, number>();
  const found = new Map<string, CounterExample>();
  let done = 0;
  for (let batch = 0; done < runs; batch++) {
    const size = Math.min(batchSize, runs - done);
    for (const sequence of fc.sample(sequences, { numRuns: size, seed: seed + 1000 * batch })) {
      done++;
      const { world, broken } = await runSequence(sequence, evaluate);
      for (const [name, number] of world.facts.counts) {
        counts.set(name, (counts.get(name) ?? 0) + number);
      }
      for (const kind of kindsOf(broken, judge)) {
        const known = found.get(kind);
        if (known) {
          known.count++;
          if (sequence.events.length < known.sequence.events.length) known.sequence = sequence;
        } else {
          const text = `Sequence ${done}: ${kind}`;
          found.set(kind, { kind, run: done, count: 1, sequence, text });
        }
      }
      if (stopsAtFirst && found.size) runs = done;
    }
  }
  // The rarest last: they may take long, and there may be many.
  const all = [...found.values()].sort((one, other) => other.count - one.count);
  for (const example of all.slice(0, explained)) await explain(evaluate, example, seed);
  return { runs: done, counts: [...counts], found: [...found.values()] };
}

/** The kinds of broken promises: sentences without times, names and numbers. */
function kindsOf(broken: readonly string[], judge: string): Set<string> {
  const kinds = broken
    .filter((sentence) => sentence.includes(judge))
    .map((sentence) =>
      sentence
        .replace(/^[\d.]+ s: /, '')
        .split('\n')[0]!
        .replace(/viewer-\w+|nobody\b( known)?|90000\d/g, 'X')
        .replace(/page B?\d+\.\d+/g, 'a page')
        .replace(/s-\d+~"%\+&=/g, 'N')
        .replace(/"[^"]*"|\{.*\}/g, '…')
        .replace(/[0-9a-f]{16,}/g, 'N')
        .replace(/\d+(\.\d+)?/g, (number, _part, at: number) => (at < 2 ? number : 'N'))
        .slice(0, 160),
    );
  return new Set(kinds);
}

/** Shrinks a counter-example, and puts it in words. */
async function explain(
  evaluate: EvaluateCode,
  example: CounterExample,
  seed: number,
): Promise<void> {
  const isBroken = async (sequence: Sequence): Promise<boolean> =>
    kindsOf((await runSequence(sequence, evaluate)).broken, '').has(example.kind);
  const sequence = await shrink(example.sequence, isBroken);
  const { broken } = await runSequence(sequence, evaluate);
  const sentences = broken.filter((sentence) => kindsOf([sentence], '').has(example.kind));
  example.sequence = sequence;
  example.text = textOf(sequence, sentences.slice(0, 3), seed, example);
}

/** Leaves out events as long as the promise is still broken, and takes usual habits. */
async function shrink(
  sequence: Sequence,
  isBroken: (sequence: Sequence) => Promise<boolean>,
): Promise<Sequence> {
  let best = sequence;
  let attempts = 0;
  const attempt = async (next: Sequence): Promise<boolean> => {
    if (++attempts > maxAttempts || !(await isBroken(next))) return false;
    best = next;
    return true;
  };
  for (let step = Math.ceil(best.events.length / 2); step >= 1; step = Math.floor(step / 2)) {
    for (let from = 0; from < best.events.length;) {
      const events = [...best.events.slice(0, from), ...best.events.slice(from + step)];
      if (!(await attempt({ ...best, events }))) from += step;
    }
  }
  await attempt({ ...best, site: usualSite });
  const usual = {
    ids: 'digits',
    renames: false,
    hashDecides: true,
    sellsToAnyone: false,
    hasLocks: true,
    keepsPages: false,
    rentalMs: null,
  } as const;
  if (!(await attempt({ ...best, habits: usual }))) {
    for (const name of Object.keys(usual) as (keyof typeof usual)[]) {
      await attempt({ ...best, habits: { ...best.habits, [name]: usual[name] } });
    }
  }
  return best;
}

function textOf(
  sequence: Sequence,
  sentences: readonly string[],
  seed: number,
  { run, count }: CounterExample,
): string {
  const { events, habits, site, isFresh } = sequence;
  return [
    `Seed ${seed}, sequence ${run} (${count} like it):`,
    `  platform and browser: ${JSON.stringify(habits)}`,
    `  the publisher's page: ${JSON.stringify(site)}`,
    isFresh ? '  0. nothing' : '  0. login (tab 0, viewer 0)',
    ...events.map((event, index) => `  ${index + 1}. ${describe(event)}`),
    ...sentences.map((sentence) => `  => ${sentence}`),
    `  as data: ${JSON.stringify(sequence)}`,
  ].join('\n');
}
