import { readFileSync } from 'node:fs';
import { explanationOf, type Explanation } from './explanations.ts';
import type { Mutant } from './mutants.ts';

const ends = ['world', 'spec', 'browser', 'timeout', 'survived', 'not reached'] as const;

/** How the trial of a mutant ended, and what ended it. */
export interface Fate {
  readonly end: (typeof ends)[number];
  readonly killer?: string | undefined;
  readonly found?: string | undefined;
}

export const isKilled = ({ end }: Fate): boolean => end !== 'survived' && end !== 'not reached';

/** A mutant with its fate. */
export interface Trial extends Mutant {
  readonly fate: Fate;
}

/** Where the trials of the last run are. */
export const reportFile = 'test-results/mutation/report.json';

/** Those of the last run that were killed then, by their names. */
export function killedBefore(): Map<string, Fate> {
  const trials = JSON.parse(readFileSync(reportFile, 'utf8')) as Trial[];
  const killed = trials.filter(({ fate }) => isKilled(fate));
  return new Map(killed.map((trial) => [nameOf(trial), trial.fate]));
}

/** What a mutant is called as long as its line stays. */
export const nameOf = ({ file, line, original, replacement }: Mutant): string =>
  `${file}:${line} ${original} -> ${replacement}`;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 90);

/** The survivors, each with its change or the reason why it may stay. */
export function survivorLines(
  trials: readonly Trial[],
  explanations: readonly Explanation[],
): string[] {
  return trials
    .filter(({ fate }) => !isKilled(fate))
    .map((trial) => {
      const why = explanationOf(trial, explanations)?.why;
      const change = `${oneLine(trial.original)} -> ${oneLine(trial.replacement)}`;
      return `${trial.file}:${trial.line} (${trial.fate.end}) ${change}${why ? ` [${why}]` : ''}`;
    });
}

/** The counts of each part, and their share. */
export function table(
  trials: readonly Trial[],
  explanations: readonly Explanation[],
  partOf: (trial: Trial) => string,
): string[] {
  const parts = new Map<string, Trial[]>();
  for (const trial of trials) {
    for (const part of [partOf(trial), 'all']) {
      parts.set(part, [...(parts.get(part) ?? []), trial]);
    }
  }
  const head = ['killed', 'of', ...ends, 'explained'].map((name) => name.padStart(12)).join('');
  const lines = [...parts].map(([part, all]) => {
    const killed = all.filter(({ fate }) => isKilled(fate)).length;
    const explained = all.filter(
      (trial) => !isKilled(trial.fate) && explanationOf(trial, explanations),
    ).length;
    const counts = ends.map((end) => all.filter(({ fate }) => fate.end === end).length);
    const share = `${((100 * killed) / all.length).toFixed(1)} %`;
    const cells = [share, all.length, ...counts, explained];
    return part.padEnd(44) + cells.map((cell) => String(cell).padStart(12)).join('');
  });
  return [' '.repeat(44) + head, ...lines.sort()];
}
