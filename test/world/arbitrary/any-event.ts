import fc from 'fast-check';
import {
  listenerActs,
  openWithoutCall,
  pageEvents,
  plainCalls,
  type WorldEvent,
} from '../events.ts';
import type { Site } from '../site.ts';
import { viewers } from '../viewers.ts';
import { faults } from './faults.ts';
import { is, minute, second, tab } from './parts.ts';

export const site: fc.Arbitrary<Site> = fc.record({
  persistence: fc.constantFrom('device', 'device', 'device', 'device', 'tab', 'none', 'consented'),
  reference: fc.constantFrom(null, null, null, null, 0, 1),
  hasInit: fc.constantFrom(true, true, true, false),
  providers: fc.constantFrom(
    ['redirect', 'popup', 'in-page'] as const,
    ['redirect', 'popup', 'in-page'] as const,
    ['redirect', 'popup', 'in-page'] as const,
    ['redirect'] as const,
    [] as const,
  ),
  mode: fc.constantFrom('auto', 'auto', 'auto', 'auto', 'session', 'static'),
  start: fc.constantFrom(false, true),
});

const wait = fc.record({
  does: is('wait'),
  ms: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 500 }) },
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 50 }).map((seconds) => seconds * second) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 40 }).map((minutes) => minutes * minute) },
  ),
});
export const shortWait = fc.record({ does: is('wait'), ms: fc.integer({ min: 1, max: 400 }) });
export const payingWait = fc.record({ does: is('wait'), ms: fc.integer({ min: 300, max: 1500 }) });

export const buy: fc.Arbitrary<WorldEvent> = fc.record({
  does: is('buy'),
  tab,
  deal: fc.constantFrom(0, 0, 0, 1, 2, 3, 4, 5, 6),
  by: fc.constantFrom('redirect', 'redirect', 'popup', 'in-page'),
  times: fc.constantFrom(1, 1, 1, 2, 10),
});

export const pay: fc.Arbitrary<WorldEvent> = fc.record({
  does: is('pay'),
  visit: fc.constantFrom(0, 0, 0, 0, 1, 2),
  act: fc.constantFrom(
    'approve',
    'approve',
    'approve',
    'approve',
    'pending',
    'decline',
    'decline-bare',
    'refuse',
    'cancel',
    'break',
  ),
  back: fc.constantFrom(
    'same tab',
    'same tab',
    'same tab',
    'same tab',
    'another tab',
    'another browser',
    null,
  ),
});

export const login: fc.Arbitrary<WorldEvent> = fc.record({
  does: is('login'),
  tab,
  viewer: fc.integer({ min: 0, max: viewers.length - 1 }),
  how: fc.constantFrom('right', 'right', 'right', 'wrong', 'aborted', 'by hash', 'raw'),
});

export const pageEvent: fc.Arbitrary<WorldEvent> = fc.record({
  does: fc.constantFrom(...pageEvents, openWithoutCall, 'open', 'open', 'reload', 'reload'),
  tab,
});

export const plainCall: fc.Arbitrary<WorldEvent> = fc.record({
  does: fc.constantFrom(...plainCalls),
  tab,
});

const listen: fc.Arbitrary<WorldEvent> = fc.record({
  does: is('listen'),
  tab,
  calls: fc.constantFrom(...plainCalls, ...listenerActs, 'throw'),
  times: fc.constantFrom(1, 1, 2, 3),
});

/** Most long tasks are short. Some outlast deadlines and leases. */
export const stall: fc.Arbitrary<WorldEvent> = fc.record({
  does: is('stall'),
  tab,
  ms: fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 200, max: 3000 }) },
    { weight: 3, arbitrary: fc.integer({ min: 3, max: 20 }).map((seconds) => seconds * second) },
    { weight: 2, arbitrary: fc.integer({ min: 20, max: 60 }).map((seconds) => seconds * second) },
  ),
});

export const anyEvent: fc.Arbitrary<readonly WorldEvent[]> = fc
  .oneof(
    { weight: 6, arbitrary: wait },
    { weight: 5, arbitrary: pageEvent },
    { weight: 6, arbitrary: plainCall },
    { weight: 3, arbitrary: buy },
    { weight: 3, arbitrary: pay },
    { weight: 2, arbitrary: login },
    { weight: 1, arbitrary: listen },
    { weight: 5, arbitrary: faults },
    { weight: 1, arbitrary: stall },
    {
      weight: 1,
      arbitrary: fc.record({
        does: is('consent'),
        tab,
        to: fc.constantFrom('device', 'tab', 'none'),
      }),
    },
    { weight: 1, arbitrary: fc.record({ does: is('duplicate'), tab, to: fc.constantFrom(2, 3) }) },
    { weight: 1, arbitrary: fc.record({ does: is('publish'), site }) },
    {
      weight: 1,
      arbitrary: fc.record({ does: is('close window'), visit: fc.constantFrom(0, 1) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ does: is('return again'), tab, nth: fc.constantFrom(0, 1) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        does: is('forge return'),
        tab,
        kind: fc.constantFrom('unknown', 'foreign', 'tampered'),
      }),
    },
  )
  .map((event): readonly WorldEvent[] => [event]);
