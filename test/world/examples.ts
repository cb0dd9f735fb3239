import { readdirSync, readFileSync } from 'node:fs';
import type { Sequence } from './generate.ts';

/** A sequence that once broke a promise. */
export interface Example {
  readonly title: string;
  readonly sequence: Sequence;
}

const folder = 'test/world/examples';

/** Random numbers decide how long each step takes, so each sequence runs with so many seeds. */
const seedsOfEach = 20;

export const exampleNames = (): string[] =>
  readdirSync(folder).map((file) => file.replace('.json', ''));

export const readExample = (name: string): Example =>
  JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')) as Example;

/** The same sequence with other random numbers. */
export const withSeeds = (sequence: Sequence): Sequence[] =>
  Array.from({ length: seedsOfEach }, (_, index) => ({ ...sequence, seed: sequence.seed + index }));
