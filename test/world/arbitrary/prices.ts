import fc from 'fast-check';
import type { WorldEvent } from '../events.ts';
import { pay, payingWait, plainCall, shortWait } from './any-event.ts';
import { faults } from './faults.ts';
import { is, tab } from './parts.ts';

const price: fc.Arbitrary<WorldEvent> = fc.record({
  does: is('price'),
  amount: fc.constantFrom(399, 499, 599),
});

/** The price changes between the moment at which a page shows it and the click. */
export const changedPrice: fc.Arbitrary<readonly WorldEvent[]> = fc
  .tuple(
    fc.array(
      fc.record({
        does: is('buy offer'),
        tab,
        by: fc.constantFrom('redirect', 'popup', 'in-page'),
        afterMs: fc.integer({ min: 1, max: 3000 }),
      }),
      { minLength: 1, maxLength: 2 },
    ),
    shortWait,
    price,
    fc.array(fc.oneof(plainCall, faults, shortWait), { maxLength: 2 }),
    payingWait,
    payingWait,
    pay,
  )
  .map(([buys, waits, changes, between, ...rest]): readonly WorldEvent[] => [
    ...buys,
    waits,
    changes,
    ...between,
    ...rest,
  ]);
