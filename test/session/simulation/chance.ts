export { createChance } from '../../../demo/platform/catalogue/chance.ts';

/** A number between two others. */
export const between = (chance: () => number, low: number, high: number): number =>
  low + chance() * (high - low);
