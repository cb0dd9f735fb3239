import fc from 'fast-check';
import { exampleNames, readExample, withSeeds } from '../world/examples.ts';
import { anySequence, type Sequence } from '../world/generate.ts';

/** Each example runs with its own seed and one more. */
const seedsOfEach = 2;

/** The sequences of the world by name: the examples, and so many random ones. */
export function namedSequences(count: number, seed: number): Map<string, Sequence> {
  const all = new Map<string, Sequence>();
  for (const name of exampleNames()) {
    for (const each of withSeeds(readExample(name).sequence, seedsOfEach)) {
      all.set(`world ${name} ${each.seed}`, each);
    }
  }
  for (const [index, each] of fc.sample(anySequence, { numRuns: count, seed }).entries()) {
    all.set(`world ${index + 1} from ${seed}`, each);
  }
  return all;
}
