import { readFileSync } from 'node:fs';
import type { Mutant } from './mutants.ts';

/** Why a mutant may survive: nobody can see a difference. */
export interface Explanation {
  readonly file: string;
  readonly original: string;
  readonly replacement: string;
  readonly why: string;
}

export const readExplanations = (): Explanation[] =>
  JSON.parse(readFileSync('test/mutation/explained.json', 'utf8')) as Explanation[];

/** Line breaks and indentation make no difference. */
const normal = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The explanation of a mutant, if it has one. */
export const explanationOf = (
  { file, original, replacement }: Omit<Mutant, 'id' | 'line'>,
  explanations: readonly Explanation[],
): Explanation | undefined =>
  explanations.find(
    (each) =>
      each.file === file &&
      normal(each.original) === normal(original) &&
      normal(each.replacement) === normal(replacement),
  );
