import fc from 'fast-check';
import { placeOfSecondDevice, tabPlaces } from '../events.ts';

// What many random events have.

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

export const is = <Does extends string>(does: Does): fc.Arbitrary<Does> => fc.constant(does);

/** Most events are in few tabs, so that they meet. */
export const tab = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(0, 1) },
  { weight: 3, arbitrary: fc.constantFrom(...tabPlaces) },
  { weight: 1, arbitrary: fc.constant(placeOfSecondDevice) },
);
