export { createChance } from '../../demo/platform/catalogue/chance.ts';

/** Random numbers from 0 to less than 1, the same for the same seed. */
export type Chance = () => number;

/** A number between two others. */
export const between = (chance: Chance, low: number, high: number): number =>
  low + chance() * (high - low);

/** One of a list. */
export const oneOf = <T>(chance: Chance, list: readonly T[]): T =>
  list[Math.floor(chance() * list.length)]!;
