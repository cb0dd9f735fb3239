import type { DurableRecord } from '../../src/session/storage/durable-record.ts';
import type { SessionRecord } from '../../src/session/storage/saved-session.ts';
import { buildCode, type EvaluateCode } from './code.ts';
import { createWorld } from './create-world.ts';
import type { SentRequest } from './facts.ts';
import type { DeviceHabits } from './habits.ts';
import type { WorldPage } from './page.ts';
import { baseUrl } from './site.ts';
import { watchers } from './watch.ts';
import type { WorldDevice } from './world-device.ts';
import type { World } from './world.ts';

// For tests that drive single pages of one device, without random events.

/** The longest interval of a keepalive is half of that. */
const maxWaitMs = 1_800_000;

/** The key of what the runtime keeps. */
export const key: string = `usher:${baseUrl}|741`;

/** What most platforms and browsers do. */
export const usualHabits: DeviceHabits = {
  ids: 'digits',
  renames: false,
  hashDecides: true,
  sellsToAnyone: false,
  hasLocks: true,
};

let built: Promise<EvaluateCode> | undefined;

/** The code of the pages, with all guards. It is built once. */
export const loadCode = (): Promise<EvaluateCode> => (built ??= buildCode());

/** A device of a world, with the pages of its viewer. */
export interface Pages {
  readonly world: World;
  readonly device: WorldDevice;
  /** Opens a page in a place, and starts its runtime. */
  readonly open: (place: number, options?: Parameters<WorldDevice['open']>[1]) => WorldPage;
  /** The page of a place, which is open. */
  readonly page: (place: number) => WorldPage;
  readonly pass: (ms: number) => Promise<void>;
  /**
   * Lets time pass until something has happened.
   * @throws {Error} when it has not happened after half an hour.
   */
  readonly until: (isSo: () => boolean, stepMs?: number) => Promise<void>;
  /** All requests of an endpoint. */
  readonly sentTo: (id: string) => SentRequest[];
}

/** A device without pages. */
export async function createPages(
  seed: number,
  habits: Partial<DeviceHabits> = {},
): Promise<Pages> {
  const world = createWorld(seed, { ...usualHabits, ...habits }, await loadCode(), watchers);
  const { time, facts } = world;
  const device = world.devices[0]!;
  return {
    world,
    device,
    open(place, options) {
      const page = device.open(place, options);
      void page.usher.start();
      return page;
    },
    page: (place) => device.pageAt(place)!,
    pass: time.pass,
    async until(isSo, stepMs = 10) {
      const end = time.now() + maxWaitMs;
      while (!isSo()) {
        if (time.now() > end) throw new Error('it did not happen within half an hour');
        await time.pass(stepMs);
      }
    },
    sentTo: (id) => facts.sent.filter((sent) => sent.id === id),
  };
}

/** The text of the mirror in localStorage. */
export const mirrorOf = ({ device }: Pages): string => device.storage.texts().get(key) ?? '';

export const mirroredIn = (pages: Pages): SessionRecord =>
  JSON.parse(mirrorOf(pages)) as SessionRecord;

/** The record of the session in IndexedDB. */
export const durableIn = ({ device }: Pages): DurableRecord =>
  device.database.stores().get('sessions')!.get(key) as DurableRecord;

/** The number of records in IndexedDB. */
export const countRecords = ({ device }: Pages): number =>
  [...device.database.stores().values()].reduce((sum, { size }) => sum + size, 0);

/** The times in ms at which keepalives of all pages reached the platform. */
export const keepalivesOf = ({ sentTo }: Pages): number[] =>
  sentTo('session/keepalive').flatMap(({ arrivedAt }) => arrivedAt ?? []);

/** The longest time between two, from the start on. */
export const largestGap = (times: readonly number[]): number =>
  Math.max(...times.map((time, index) => time - (times[index - 1] ?? 0)));
