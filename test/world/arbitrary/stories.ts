import fc from 'fast-check';
import type { WorldEvent } from '../events.ts';
import {
  buy,
  login,
  pageEvent,
  pay,
  payingWait,
  plainCall,
  shortWait,
  stall,
} from './any-event.ts';
import { faults, kill, mishapOf } from './faults.ts';
import { day, is, tab } from './parts.ts';

// Events in an order that random events alone seldom have.

const maybe = (event: fc.Arbitrary<WorldEvent>): fc.Arbitrary<readonly WorldEvent[]> =>
  fc.array(event, { maxLength: 1 });

/** A viewer buys, and has time to pay. Random events alone seldom get that far. */
export const purchase: fc.Arbitrary<readonly WorldEvent[]> = fc
  .tuple(
    maybe(
      mishapOf(
        fc.constantFrom('payment/preparetransaction', 'payment/finishtransaction', 'session/init'),
      ),
    ),
    buy,
    payingWait,
    maybe(faults),
    pay,
    maybe(fc.oneof(kill, shortWait, pageEvent, faults)),
  )
  .map(([before, buys, waits, between, pays, after]) => [
    ...before,
    buys,
    waits,
    ...between,
    pays,
    ...after,
  ]);

/** A login whose answer is late or lost, while other pages act. */
export const crossedLogin: fc.Arbitrary<readonly WorldEvent[]> = fc
  .tuple(
    mishapOf(fc.constant('session/login')),
    login,
    fc.array(fc.oneof(shortWait, buy, plainCall, pageEvent, login, kill), { maxLength: 4 }),
    payingWait,
    maybe(pay),
  )
  .map(([fault, logs, others, waits, pays]) => [fault, logs, ...others, waits, ...pays]);

/** An erasure that meets something. */
export const erasure: fc.Arbitrary<readonly WorldEvent[]> = fc
  .tuple(
    maybe(faults),
    fc.oneof(
      fc.record({ does: is('forget'), tab }),
      fc.record({ does: is('consent'), tab, to: fc.constantFrom('none', 'none', 'device') }),
    ),
    maybe(fc.oneof(pageEvent, shortWait, kill)),
    shortWait,
  )
  .map(([before, forgets, after, waits]) => [...before, forgets as WorldEvent, ...after, waits]);

/** A page ends while a return waits for the journal. */
export const endedReturn: fc.Arbitrary<readonly WorldEvent[]> = fc
  .tuple(
    buy,
    payingWait,
    fc.record({
      does: is('database'),
      is: fc.constantFrom('rejects', 'full', 'hangs', 'deleted'),
    }),
    pay,
    fc.record({ does: is('payment return'), tab }),
    fc.record({ does: fc.constantFrom('dispose', 'reload', 'close'), tab }),
    shortWait,
  )
  .map((events): readonly WorldEvent[] => events as readonly WorldEvent[]);

/** A clock that jumps while a return cannot be read. */
export const unreadReturn: fc.Arbitrary<readonly WorldEvent[]> = fc
  .tuple(
    fc.record({
      does: is('buy'),
      tab,
      deal: fc.constantFrom(0, 3),
      by: is('popup'),
      times: fc.constant(1),
    }),
    payingWait,
    fc.record({ does: is("provider's reader"), is: is('broken') }),
    pay,
    payingWait,
    maybe(fc.record({ does: is('clock'), ms: fc.constantFrom(31 * day, 365 * day) })),
    fc.array(fc.oneof(buy, pageEvent, payingWait), { maxLength: 3 }),
  )
  .map(([buys, waits, breaks, pays, pause, jumps, after]) => [
    buys,
    waits,
    breaks,
    pays,
    pause,
    ...jumps,
    ...after,
  ]);

const consentOf = (place: number): fc.Arbitrary<WorldEvent> =>
  fc.oneof(
    fc.record({ does: is('logout'), tab: fc.constant(place) }),
    fc.record({ does: is('forget'), tab: fc.constant(place) }),
    fc.record({
      does: is('consent'),
      tab: fc.constant(place),
      to: fc.constantFrom('device', 'tab', 'none'),
    }),
  );

/** The viewer follows a link and comes back, while something happens. */
export const wayBack: fc.Arbitrary<readonly WorldEvent[]> = tab.chain((place) =>
  fc
    .tuple(
      fc.array(fc.oneof(shortWait, login, plainCall, pageEvent, faults, consentOf(place)), {
        maxLength: 4,
      }),
      shortWait,
    )
    .map(([between, waits]) => [
      { does: 'follow a link', tab: place },
      ...between,
      waits,
      { does: 'go back', tab: place },
      waits,
    ]),
);

/** A page is prerendered, and shown after something has happened. */
export const prerendering: fc.Arbitrary<readonly WorldEvent[]> = tab.chain((place) =>
  fc
    .tuple(
      maybe(fc.oneof(login, faults)),
      fc.array(fc.oneof(shortWait, payingWait, login, plainCall, pageEvent, faults), {
        maxLength: 4,
      }),
      shortWait,
    )
    .map(([before, between, waits]) => [
      ...before,
      { does: 'prerender', tab: place },
      ...between,
      waits,
      { does: 'activate', tab: place },
      waits,
    ]),
);

/** How far a call has got when the long task of its page begins. */
const begunFor = fc.record({ does: is('wait'), ms: fc.integer({ min: 1, max: 60 }) });
/** Some of the long task has passed. */
const partOfIt = fc.record({ does: is('wait'), ms: fc.integer({ min: 1, max: 30_000 }) });

/** A long task interrupts what a page does, while other pages go on. */
export const stalling: fc.Arbitrary<readonly WorldEvent[]> = fc
  .tuple(
    fc.oneof(buy, login, plainCall, pageEvent, pay),
    begunFor,
    stall,
    fc.array(fc.oneof(buy, login, plainCall, pageEvent, pay, shortWait, payingWait, partOfIt), {
      maxLength: 4,
    }),
    partOfIt,
  )
  .map(([first, begun, stalls, others, waits]) => [first, begun, stalls, ...others, waits]);

/** A viewer buys the same film twice: by its own ID, and by its global ID. */
export const sameFilm: fc.Arbitrary<readonly WorldEvent[]> = fc
  .tuple(
    fc.constantFrom([5, 6], [6, 5]),
    buy,
    fc.oneof(shortWait, payingWait),
    maybe(pay),
    maybe(fc.oneof(kill, shortWait, pageEvent, faults, stall)),
    buy,
    fc.oneof(shortWait, payingWait),
    pay,
  )
  .map(([[first, second], buys, waits, pays, between, buysAgain, pause, paysAgain]) => [
    { ...buys, deal: first } as WorldEvent,
    waits,
    ...pays,
    ...between,
    { ...buysAgain, deal: second } as WorldEvent,
    pause,
    paysAgain,
  ]);

/** A viewer buys a film and watches it, while the viewer changes, or something happens. */
export const watching: fc.Arbitrary<readonly WorldEvent[]> = tab.chain((place) => {
  const plays: WorldEvent = { does: 'play', tab: place };
  return fc
    .tuple(
      fc.record({
        does: is('buy'),
        tab: fc.constant(place),
        deal: fc.constantFrom(0, 3),
        by: is('in-page'),
        times: fc.constant(1),
      }),
      payingWait,
      fc.record({
        does: is('pay'),
        visit: fc.constant(0),
        act: is('approve'),
        back: is('same tab'),
      }),
      payingWait,
      fc.array(fc.oneof(shortWait, login, pageEvent, faults, plainCall, consentOf(place)), {
        minLength: 1,
        maxLength: 5,
      }),
      payingWait,
    )
    .map(([buys, waits, pays, pause, between, rest]) => [
      plays,
      buys,
      waits,
      pays,
      pause,
      plays,
      pause,
      ...between,
      plays,
      rest,
    ]);
});
