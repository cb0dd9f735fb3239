import fc from 'fast-check';
import { openWithoutCall, type WorldEvent } from '../events.ts';
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
import { kill, mishapOf } from './faults.ts';
import { is, tab } from './parts.ts';

// Sequences about one subject: its events are many and close together, so that they meet more often
// than among all others.

const forget: fc.Arbitrary<WorldEvent> = fc.record({ does: is('forget'), tab });
const logout: fc.Arbitrary<WorldEvent> = fc.record({ does: is('logout'), tab });

/** A page that begins with a later call. */
const idlePage: fc.Arbitrary<WorldEvent> = fc.record({ does: is(openWithoutCall), tab });

const consent: fc.Arbitrary<WorldEvent> = fc.record({
  does: is('consent'),
  tab,
  to: fc.constantFrom('device', 'tab', 'none'),
});

const storage: fc.Arbitrary<WorldEvent> = fc.record({
  does: is('storage'),
  is: fc.constantFrom('ok', 'full', 'blocked', 'cleared', 'half cleared'),
});

const database: fc.Arbitrary<WorldEvent> = fc.record({
  does: is('database'),
  is: fc.constantFrom('ok', 'full', 'hangs', 'rejects'),
});

const mishapOfSession = mishapOf(fc.constantFrom('session/login', 'session/init', null));
const mishapOfPayment = mishapOf(
  fc.constantFrom('payment/preparetransaction', 'payment/finishtransaction', null),
);

const clock: fc.Arbitrary<WorldEvent> = fc.record({
  does: is('clock'),
  ms: fc.constantFrom(-3_600_000, -30_000, 600_000, 31 * 86_400_000),
});

/** Some of a long task has passed. */
const partOfStall: fc.Arbitrary<WorldEvent> = fc.record({
  does: is('wait'),
  ms: fc.integer({ min: 1000, max: 20_000 }),
});

/** The events of each subject. */
export const subjects = {
  erasure: [
    forget,
    forget,
    consent,
    storage,
    database,
    pageEvent,
    idlePage,
    login,
    stall,
    shortWait,
    payingWait,
  ],
  login: [
    login,
    login,
    logout,
    mishapOfSession,
    buy,
    pageEvent,
    idlePage,
    kill,
    stall,
    shortWait,
    payingWait,
  ],
  money: [buy, buy, pay, pay, mishapOfPayment, pageEvent, kill, database, login, stall, payingWait],
  stores: [
    storage,
    database,
    kill,
    clock,
    pageEvent,
    plainCall,
    login,
    buy,
    pay,
    stall,
    payingWait,
  ],
  stalls: [
    stall,
    stall,
    login,
    logout,
    forget,
    buy,
    buy,
    pay,
    mishapOfSession,
    mishapOfPayment,
    pageEvent,
    plainCall,
    shortWait,
    shortWait,
    payingWait,
    partOfStall,
  ],
} as const satisfies Record<string, readonly fc.Arbitrary<WorldEvent>[]>;

export type Subject = keyof typeof subjects;
