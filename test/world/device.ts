import type { Usher } from '../../src/index.ts';
import { createChunkServer } from './browser/chunks.ts';
import { createDeviceDatabase } from './browser/database.ts';
import { createDeviceStorage } from './browser/local-storage.ts';
import { createDeviceLocks, type DeviceLocks } from './browser/locks.ts';
import { createPace } from './browser/pace.ts';
import { createTabStorage } from './browser/tab-storage.ts';
import { createWindow } from './browser/window.ts';
import { addFault, awakeSince, setFault, type PageCall } from './facts.ts';
import { createNetwork } from './network.ts';
import { providersOf } from './page-providers.ts';
import { closeIf, leave, openWindow } from './page-windows.ts';
import type { WorldPage } from './page.ts';
import { newPlace, type Place } from './place.ts';
import { baseUrl, optionsOf, pageAddress, usualSite } from './site.ts';
import type { OpenOptions, WorldDevice } from './world-device.ts';
import type { World } from './world.ts';

/** Where the machine's clock begins. */
const startMs = Date.UTC(2026, 10, 21, 12);
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
      noteLeft(world, places.get(place));
      endPage(locks, places.get(place), isKilled);
      const left = places.get(place);
      if (left) left.isClosed = true;
    },
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
      for (const place of places.values()) endPage(locks, place, true);
      for (const place of places.values()) place.isClosed = true;
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

function endPage(locks: DeviceLocks, place: Place | undefined, isKilled: boolean): void {
  if (!place?.page) return;
  const { page } = place;
  place.page = undefined;
  page.end(isKilled);
  locks.release(page.name);
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
  { address, again = false, copies = 1 }: OpenOptions,
): WorldPage {
  const before = device.places.get(number);
  endPage(locks, before, false);
  const place =
    before && again ? before : newPlace(number, pageAddress, createTabStorage(world.now));
  const next = address ?? place.address;
  if (before?.address !== next) noteLeft(world, before);
  place.address = next;
  place.isClosed = false;
  device.places.set(number, place);
  const page = createPage(world, device, locks, place, copies);
  place.page = page;
  return page;
}

/** Opens a page: its window, its code, and the runtime that its script creates. */
function createPage(
  world: World,
  device: WorldDevice,
  locks: DeviceLocks,
  place: Place,
  copies: number,
): WorldPage {
  const { time, chance, facts } = world;
  const name = `page ${device.index ? 'B' : ''}${place.number}.${world.countPage()}`;
  const pace = createPace(time, device.database.isBusy, (life) => {
    facts.lives.push({ page: name, at: world.now(), t: time.now(), life });
  });
  const view = device.storage.open(pace.owner, () => window.events.fire('storage'));
  let usher: Usher | undefined;
  const shownUser = (): string | null | undefined => {
    const user = usher?.$user.get();
    return user && user.id;
  };
  const window = createWindow({
    time,
    chance,
    owner: pace.owner,
    wallNow: device.wallNow,
    address: place.address,
    name: place.windowName,
    opener: place.opener,
    hasLocks: world.habits.hasLocks,
    locks: locks.open(name),
    localStorage: view,
    sessionStorage: place.sessionStorage,
    storageMood: () => device.storageMood,
    indexedDB: device.database.open(pace.owner),
    fetch: device.network.fetchFor(pace.owner, name, shownUser),
    loadChunk: device.chunks.loaderFor(pace.owner),
    leave: (url) => leave(world, device, place, name, url),
    openWindow: (windowName) => openWindow(world, device, place, name, windowName),
    close: () => void time.schedule(1, () => closeIf(device, place, name)),
    onAddress(url) {
      place.address = url;
    },
    onUncaught: (error) => world.noteUncaught(name, error),
    onConsole: (text) => facts.uncaught.push(`${name}: ${text}`),
  });
  const page: WorldPage = {
    name,
    device: device.index,
    place: place.number,
    site: device.site,
    get usher() {
      return usher!;
    },
    window,
    pace,
    openedAt: world.now(),
    wokeAt: world.now(),
    isDisposed: false,
    fire: (type, event) => window.events.fire(type, event),
    call: (what, withinMs, run, mark) => callOf(world, page, what, withinMs, run, mark),
    end(isKilled) {
      // A frozen page ends without a task of its own.
      if (!isKilled && pace.life() !== 'frozen') window.events.fire('pagehide');
      pace.end();
      view.close();
      for (const sent of facts.sent) if (sent.page === name) sent.endedAt ??= world.now();
    },
  };
  const options = optionsOf(device.site, world.habits, providersOf(world, device, place, page));
  for (let copy = 0; copy < copies; copy++) {
    usher = world.evaluate(window.globals).createUsher(options);
  }
  world.watchPage(page);
  return page;
}

/** Makes a call of the page, and notes how it ends. */
function callOf<T>(
  { time, facts, now }: World,
  { name: page, device, site, usher, pace }: WorldPage,
  name: string,
  withinMs: number,
  run: (usher: Usher) => Promise<T>,
  mark = '',
): Promise<T | undefined> {
  const { id } = usher.$session.get();
  const user = usher.$user.get();
  const made: PageCall = {
    device,
    page,
    name,
    mark,
    endsConsent: name === 'forget' && site.persistence === 'consented',
    at: time.now(),
    calledAt: now(),
    withinMs,
    session: id,
    user: user && user.id,
  };
  facts.calls.push(made);
  const end = (error: string | undefined): void => {
    if (pace.owner.isGone()) return;
    made.settledAt = time.now();
    made.endedAt = now();
    made.error = error;
  };
  const call = async (): Promise<T | undefined> => {
    try {
      const value = await run(usher);
      end(undefined);
      return value;
    } catch (error) {
      const { code, stack } = error as Error & { code?: string };
      end(code ?? String(stack));
      return undefined;
    }
  };
  return call();
}
