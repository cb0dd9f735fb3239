import fc from 'fast-check';
import { anyEvent, site } from './arbitrary/any-event.ts';
import { changedPrice } from './arbitrary/prices.ts';
import { requestedWait } from './arbitrary/requested-wait.ts';
import {
  crossedLogin,
  endedReturn,
  erasure,
  prerendering,
  purchase,
  sameFilm,
  stalling,
  unreadReturn,
  watching,
  wayBack,
} from './arbitrary/stories.ts';
import { subjects, type Subject } from './arbitrary/subjects.ts';
import { openWithoutCall, pageEvents, plainCalls, type WorldEvent } from './events.ts';
import type { DeviceHabits } from './habits.ts';
import { mishaps } from './network.ts';
import { usualSite, type Site } from './site.ts';

/** One run: the habits of platform and browser, and what happens. */
export interface Sequence {
  readonly seed: number;
  /** Nothing was ever opened on the device. Default: its first page has logged a viewer in. */
  readonly isFresh?: boolean | undefined;
  readonly habits: DeviceHabits;
  readonly site: Site;
  readonly events: readonly WorldEvent[];
}

const habits: fc.Arbitrary<DeviceHabits> = fc.record({
  ids: fc.constantFrom('digits', 'digits', 'digits', 'digits', 'ascii', 'again'),
  renames: fc.constantFrom(false, false, true),
  hashDecides: fc.constantFrom(true, false),
  sellsToAnyone: fc.constantFrom(false, false, false, true),
  hasLocks: fc.constantFrom(true, true, true, false),
  keepsPages: fc.constantFrom(true, true, false),
  rentalMs: fc.constantFrom(null, null, 600_000),
});

/** The longest sequence, in steps of one or more events. */
const maxSteps = 22;

const sequenceOf = (events: fc.Arbitrary<readonly WorldEvent[]>): fc.Arbitrary<Sequence> =>
  fc.record({
    seed: fc.nat(),
    isFresh: fc.constantFrom(false, false, false, true),
    habits,
    site: fc.oneof(
      {
        weight: 4,
        arbitrary: fc.boolean().map((start): Site => ({ ...usualSite, start })),
      },
      { weight: 1, arbitrary: site },
    ),
    events,
  });

export const anySequence: fc.Arbitrary<Sequence> = sequenceOf(
  fc
    .array(
      fc.oneof(
        { weight: 10, arbitrary: anyEvent },
        { weight: 3, arbitrary: purchase },
        { weight: 2, arbitrary: crossedLogin },
        { weight: 1, arbitrary: erasure },
        { weight: 1, arbitrary: endedReturn },
        { weight: 1, arbitrary: unreadReturn },
        { weight: 1, arbitrary: watching },
        { weight: 1, arbitrary: wayBack },
        { weight: 1, arbitrary: prerendering },
        { weight: 1, arbitrary: stalling },
        { weight: 1, arbitrary: sameFilm },
        { weight: 1, arbitrary: requestedWait },
        { weight: 1, arbitrary: changedPrice },
      ),
      { minLength: 1, maxLength: maxSteps, size: 'max' },
    )
    .map((steps) => steps.flat()),
);

/** Sequences about one subject, with a few other events. */
export const sequenceAbout = (subject: Subject): fc.Arbitrary<Sequence> =>
  sequenceOf(
    fc
      .array(
        fc.oneof(
          { weight: 4, arbitrary: fc.oneof(...subjects[subject]).map((event) => [event]) },
          { weight: 1, arbitrary: anyEvent },
        ),
        { minLength: 4, maxLength: maxSteps, size: 'max' },
      )
      .map((steps) => steps.flat()),
  );

/** The events that a sequence can have, for the count of each. */
export const eventNames: readonly string[] = [
  ...pageEvents,
  ...plainCalls,
  ...mishaps.map((kind) => `mishap: ${kind}`),
  openWithoutCall,
  'duplicate',
  'stall',
  'login',
  'consent',
  'buy',
  'buy offer',
  'price',
  'pay',
  'close window',
  'return again',
  'forge return',
  'listen',
  'publish',
  'wait',
  'sleep',
  'clock',
  'kill the browser',
  'kill at a write',
  'network',
  'database',
  'storage',
  'chunks',
  'windows',
  "provider's reader",
  'platform restarts',
  'platform gives the session to',
  'call out of a listener',
];
