import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { Sequence } from './generate.ts';

/** A sequence that once broke a promise. */
export interface Example {
  readonly title: string;
  readonly sequence: Sequence;
}

const folder = 'test/world/examples';

/**
 * Random numbers decide how long each step takes, so each sequence runs with so many seeds, its own
 * first. `npm run test:long` runs more of them than the other commands.
 */
const seedsOfEach = Number(process.env['WORLD_EXAMPLE_SEEDS'] ?? 5);

export const exampleNames = (): string[] =>
  readdirSync(folder).map((file) => file.replace('.json', ''));

export const readExample = (name: string): Example =>
  JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')) as Example;

/** The sequence with its own seed, and then with other random numbers. */
export const withSeeds = (sequence: Sequence, count: number = seedsOfEach): Sequence[] =>
  Array.from({ length: count }, (_, index) => ({ ...sequence, seed: sequence.seed + index }));

/** The sequence with other random numbers, and most of its waits shorter or longer. */
export function variantsOf({ events, ...rest }: Sequence, count: number, seed: number): Sequence[] {
  const factor = fc.oneof(fc.constant(1), fc.double({ min: 0.3, max: 1.9, noNaN: true }));
  const factors = fc.array(factor, { minLength: events.length, maxLength: events.length });
  const variant = fc.tuple(fc.nat(), factors).map(([own, each]) => ({
    ...rest,
    seed: own,
    events: events.map((event, index) =>
      event.does === 'wait' ? { ...event, ms: Math.ceil(event.ms * each[index]!) } : event,
    ),
  }));
  return fc.sample(variant, { numRuns: count, seed });
}
