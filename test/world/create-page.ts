import type { Usher } from '../../src/index.ts';
import type { DeviceLocks } from './browser/locks.ts';
import { createPace } from './browser/pace.ts';
import { createWindow } from './browser/window.ts';
import type { PageCall, Stall } from './facts.ts';
import { providersOf } from './page-providers.ts';
import { closeIf, leave, openWindow } from './page-windows.ts';
import type { WorldPage } from './page.ts';
import type { Place } from './place.ts';
import { optionsOf, referenceOf } from './site.ts';
import { tell } from './time.ts';
import type { WorldDevice } from './world-device.ts';
import type { World } from './world.ts';

/** How a page opens. */
export interface PageOpening {
  /** How many copies of the code the page has. */
  readonly copies: number;
  /** The viewer does not see it yet. */
  readonly isPrerendered: boolean;
}

/** Opens a page: its window, its code, and the runtime that its script creates. */
export function createPage(
  world: World,
  device: WorldDevice,
  locks: DeviceLocks,
  place: Place,
  { copies, isPrerendered }: PageOpening,
): WorldPage {
  const { time, chance, facts } = world;
  const names: string[] = [];
  const nameNext = (): string => {
    names.push(`page ${device.index ? 'B' : ''}${place.number}.${world.countPage()}`);
    return names.at(-1)!;
  };
  const firstName = nameNext();
  const pace = createPace(time, device.database.isBusy, isPrerendered, (life) => {
    for (const page of names) facts.lives.push({ page, at: world.now(), t: time.now(), life });
  });
  const view = device.storage.open(pace.owner, () => window.events.fire('storage'));
  const present = (): string => names.at(-1)!;
  const window = createWindow({
    time,
    chance,
    owner: pace.owner,
    wallNow: device.wallNow,
    address: place.address,
    name: place.windowName,
    opener: place.opener,
    hasLocks: world.habits.hasLocks,
    locks: locks.open(firstName),
    localStorage: view,
    sessionStorage: place.sessionStorage,
    storageMood: () => device.storageMood,
    isPrerendered: () => pace.life() === 'prerendered',
    indexedDB: device.database.open(pace.owner),
    loadChunk: device.chunks.loaderFor(pace.owner),
    leave: (url) => leave(world, device, place, present(), url),
    openWindow: (windowName) => openWindow(world, device, place, present(), windowName),
    close: () => void time.schedule(1, () => closeIf(device, place, present())),
    onAddress(url) {
      place.address = url;
    },
    onUncaught: (error) => world.noteUncaught(present(), error),
    onConsole: (text) => facts.uncaught.push(`${present()}: ${text}`),
  });
  const end = (isKilled: boolean): void => {
    // A frozen page ends without a task of its own.
    // Nor does a page in a long task.
    if (!isKilled && pace.life() !== 'frozen' && !pace.isStalled()) window.events.fire('pagehide');
    pace.end();
    view.close();
    locks.release(firstName);
    for (const sent of facts.sent) if (names.includes(sent.page)) sent.endedAt ??= world.now();
  };

  /** A runtime of the window. After `dispose()` the page may create another one. */
  const run = (name: string, copiesOfCode: number): WorldPage => {
    let usher: Usher | undefined;
    const shownUser = (): string | null | undefined => {
      const user = usher?.$user.get();
      return user && user.id;
    };
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
      storedText: view.get,
      openedAt: world.now(),
      wokeAt: world.now(),
      isDisposed: false,
      stall(ms) {
        if (pace.life() === 'frozen') return;
        const stalls = names.map((each) => beginStall(world, each));
        page.wokeAt = Infinity;
        pace.stall(ms, () => {
          for (const stall of stalls) Object.assign(stall, { to: world.now(), toT: time.now() });
          page.wokeAt = world.now();
        });
      },
      whenFree: (act) => tell(time, pace.owner, act),
      fire: (type, event) => page.whenFree(() => window.events.fire(type, event)),
      call: (what, withinMs, makeCall, mark) => callOf(world, page, what, withinMs, makeCall, mark),
      createAgain() {
        const before = present();
        const next = nameNext();
        // Right after a long task of the page it reads what the page knew before.
        const stalls = facts.stalls.filter(({ page: stalled }) => stalled === before);
        facts.stalls.push(...stalls.map((stall) => ({ ...stall, page: next })));
        facts.lives.push({ page: next, at: world.now(), t: time.now(), life: pace.life() });
        return run(next, 1);
      },
      holdsLock: () => locks.isHeldBy(firstName),
      end,
    };
    facts.references.set(name, referenceOf(device.site));
    if (/^(none|tab)$/.test(device.site.persistence)) facts.alone.add(name);
    const options = optionsOf(device.site, world.habits, providersOf(world, device, place, page));
    // The requests of a runtime are told apart from those of the one before.
    window.takeFetch(device.network.fetchFor(pace.owner, name, shownUser));
    for (let copy = 0; copy < copiesOfCode; copy++) {
      usher = world.evaluate(window.globals).createUsher(options);
    }
    world.watchPage(page);
    return page;
  };
  return run(firstName, copies);
}

/** Notes a long task of a page. Its end is not known yet. */
function beginStall({ facts, time, now }: World, page: string): Stall {
  const stall = { page, from: now(), fromT: time.now(), to: Infinity, toT: Infinity };
  facts.stalls.push(stall);
  return stall;
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
