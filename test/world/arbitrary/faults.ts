import fc from 'fast-check';
import type { WorldEvent } from '../events.ts';
import { mishaps } from '../network.ts';
import { day, hour, is, minute, second } from './parts.ts';

const endpoints = [
  'session/init',
  'session/login',
  'session/logout',
  'session/keepalive',
  'payment/preparetransaction',
  'payment/finishtransaction',
  'payment/itemstate',
  'payment/redeemvoucher',
] as const;

export const mishapOf = (of: fc.Arbitrary<string | null>): fc.Arbitrary<WorldEvent> =>
  fc.record({
    does: is('mishap'),
    kind: fc.constantFrom(...mishaps),
    of,
    count: fc.constantFrom(1, 1, 2, 3, 5, 30),
  });

const anyMishap = mishapOf(fc.constantFrom(null, ...endpoints));

export const kill: fc.Arbitrary<WorldEvent> = fc.record({
  does: is('kill the browser'),
  lostMs: fc.constantFrom(0, 5 * second, 5 * second, 60 * second, 10_000 * minute),
  powerLostMs: fc.constantFrom(0, 0, 0, 2 * second),
  restores: fc.constantFrom(false, false, true),
});

export const faults: fc.Arbitrary<WorldEvent> = fc.oneof(
  { weight: 4, arbitrary: anyMishap },
  { weight: 2, arbitrary: kill },
  {
    weight: 1,
    arbitrary: fc.record({
      does: is('kill at a write'),
      writes: fc.integer({ min: 1, max: 12 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: is('network'),
      is: fc.constantFrom('up', 'up', 'refuses', 'silent', 'slow'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: is('database'),
      is: fc.constantFrom('ok', 'ok', 'hangs', 'rejects', 'full', 'deleted'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: is('storage'),
      is: fc.constantFrom('ok', 'ok', 'full', 'blocked', 'cleared', 'half cleared'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: is('chunks'),
      are: fc.constantFrom('late', 'lost'),
      count: fc.integer({ min: 1, max: 5 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: is('sleep'),
      ms: fc.constantFrom(30 * second, 13 * minute, 20 * minute, 10 * hour),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: is('clock'),
      ms: fc.constantFrom(-60 * minute, -30 * second, 10 * minute, 31 * day, 365 * day),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: is('windows'), are: fc.constantFrom('blocked', 'allowed') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: is("provider's reader"), is: fc.constantFrom('broken', 'ok') }),
  },
  { weight: 1, arbitrary: fc.record({ does: is('platform restarts') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: is('platform gives the session to'),
      viewer: fc.constantFrom(0, 1, null),
    }),
  },
);
