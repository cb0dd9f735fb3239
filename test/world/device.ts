import { createChunkServer } from './browser/chunks.ts';
import { createDeviceDatabase } from './browser/database.ts';
import { createDeviceStorage } from './browser/local-storage.ts';
import { createDeviceLocks, type DeviceLocks } from './browser/locks.ts';
import { createTabStorage } from './browser/tab-storage.ts';
import { createPage } from './create-page.ts';
import { addFault, awakeSince, setFault } from './facts.ts';
import { createNetwork } from './network.ts';
import type { WorldPage } from './page.ts';
import { newPlace, type Place } from './place.ts';
import { baseUrl, pageAddress, usualSite } from './site.ts';
import { startMs } from './start-ms.ts';
import type { OpenOptions, WorldDevice } from './world-device.ts';
import type { World } from './world.ts';

export function createDevice(world: World, index: number): WorldDevice {
  const { time, chance, facts, platform } = world;
  let jumpedMs = 0;
  const places = new Map<number, Place>();
  const locks = createDeviceLocks();
  const database = createDeviceDatabase(time, chance, () => world.onCommit(index));
  const device: WorldDevice = {
    index,
    places,
    database,
    storage: createDeviceStorage(time, chance),
    network: createNetwork({
      time,
      chance,
      facts,
      platform,
      baseUrl,
      device: index,
      worldNow: world.now,
    }),
    chunks: createChunkServer(time, chance),
    site: usualSite,
    storageMood: 'ok',
    blocksWindows: false,
    isReaderBroken: false,
    wallNow: () => Math.floor(startMs + world.now() + jumpedMs),
    pages: () => [...places.values()].flatMap(({ page }) => page ?? []),
    pageAt: (place) => places.get(place)?.page,
    open: (place, options = {}) => openPlace(world, device, locks, place, options),
    close(place, isKilled = false) {
      const left = places.get(place);
      noteLeft(world, left);
      endPage(left, isKilled);
      dropCached(left);
      if (left) left.isClosed = true;
    },
    leavePage(number) {
      const place = places.get(number);
      if (place) leavePage(world, place);
    },
    goBack: (number) => goBack(world, places.get(number)),
    duplicate(from, to) {
      const source = places.get(from);
      if (!source) return;
      device.close(to);
      places.set(
        to,
        newPlace(to, source.address, createTabStorage(world.now, source.sessionStorage)),
      );
      device.open(to, { again: true, address: source.address });
    },
    restorable: new Set(),
    kill(lostMs, powerLostMs, restores = false) {
      const opened = [...places.values()].filter(({ page }) => page);
      for (const { address, page } of places.values()) {
        if (page && address.includes('usher-return')) device.restorable.add(address);
      }
      for (const place of places.values()) {
        endPage(place, true);
        dropCached(place);
        place.isClosed = true;
      }
      for (const { sessionStorage } of places.values()) {
        sessionStorage.lose(restores ? lostMs : Infinity);
      }
      device.storage.lose(lostMs);
      database.kill(powerLostMs);
      const from = awakeSince(facts, index, world.now(), Math.max(lostMs, powerLostMs));
      addFault(facts, index, 'killed', from, world.now());
      if (device.storage.texts().size) addFault(facts, index, 'outdated', from, world.now());
      if (!restores) return;
      for (const { number, address } of opened) device.open(number, { again: true, address });
    },
    sleep(ms) {
      world.sleep(ms);
      // The time of the other device passes too, and its timers stand still.
      for (const { index: each } of world.devices) {
        addFault(facts, each, 'clocks', world.now() - ms, world.now());
        addFault(facts, each, 'network', world.now() - ms, world.now());
      }
      device.network.breakOff();
    },
    setClock(byMs) {
      jumpedMs += byMs;
      addFault(facts, index, 'clocks', world.now());
      if (byMs < 0) addFault(facts, index, 'setback', world.now());
    },
    setDatabase(mood) {
      database.behave(mood);
      setFault(facts, index, 'database', mood !== 'ok', world.now());
    },
  };
  return device;
}

function endPage(place: Place | undefined, isKilled: boolean): void {
  if (!place?.page) return;
  const { page } = place;
  place.page = undefined;
  page.end(isKilled);
}

/** The browser drops the pages that it has kept for the way back. */
function dropCached(place: Place | undefined): void {
  for (const page of place?.cached.splice(0) ?? []) page.end(true);
}

/**
 * The viewer leaves a page by a link, and the browser may keep it in the back/forward cache. No
 * browser keeps a page that holds a lock, one that was prerendered and never shown, or one that has
 * a long task.
 */
function leavePage({ habits }: World, place: Place): void {
  const { page } = place;
  if (!page) return;
  const isNeverShown = page.pace.life() === 'prerendered';
  const isKept = habits.keepsPages && !isNeverShown && !page.holdsLock() && !page.pace.isStalled();
  if (!isKept) return endPage(place, false);
  page.fire('pagehide', { persisted: true });
  page.pace.freezeAtOnce();
  place.cached.push(page);
  place.page = undefined;
}

/** The viewer goes back to the page before, which the browser has kept. */
function goBack(world: World, place: Place | undefined): WorldPage | undefined {
  const page = place?.cached.pop();
  if (!place || !page) return undefined;
  const address = page.window.href();
  if (place.address !== address) noteLeft(world, place);
  endPage(place, false);
  Object.assign(place, { page, address, isClosed: false });
  return page;
}

/** The viewer leaves the address of a tab. One without a return says nothing. */
function noteLeft({ arrivals, now }: World, place: Place | undefined): void {
  for (const arrival of arrivals) {
    if (arrival.address && arrival.address === place?.address) arrival.leftAt ??= now();
  }
}

function openPlace(
  world: World,
  device: WorldDevice,
  locks: DeviceLocks,
  number: number,
  { address, again = false, copies = 1, isPrerendered = false }: OpenOptions,
): WorldPage {
  const before = device.places.get(number);
  endPage(before, false);
  if (!again) dropCached(before);
  const place =
    before && again ? before : newPlace(number, pageAddress, createTabStorage(world.now));
  const next = address ?? place.address;
  if (before?.address !== next) noteLeft(world, before);
  place.address = next;
  place.isClosed = false;
  device.places.set(number, place);
  const page = createPage(world, device, locks, place, { copies, isPrerendered });
  place.page = page;
  return page;
}
