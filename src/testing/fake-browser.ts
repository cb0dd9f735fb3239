import type { After } from '../browser/after.ts';
import type { Browser } from '../browser/browser.ts';
import type { Clock } from '../browser/clock.ts';
import { tabNoticeMs, type StorageScope, type TextStore } from '../browser/storage.ts';
import type { Tab } from '../browser/tab.ts';
import type { OnWake, WakeType } from '../browser/wake.ts';
import { createMemoryDatabase } from './memory-database.ts';

/** A browser in memory. It needs no `window`, and touches no storage, network or address. */
export interface FakeBrowser extends Browser {
  readonly onWake: OnWake;
  /** Notifies the runtime of an event of the page. */
  readonly wake: (type: WakeType) => void;
  /** Moves the monotonic clock forward. Timers and the times that a page sees are not affected. */
  readonly passTime: (ms: number) => void;
}

/** `fetch` answers the opening of a session. All other calls go to the fake platform directly. */
export function createFakeBrowser(fetch: Browser['fetch']): FakeBrowser {
  let passedMs = 0;
  const listeners = new Set<(type: WakeType) => void>();
  const onWake: OnWake = (callback) => {
    const own = (type: WakeType): void => callback(type);
    listeners.add(own);
    return () => void listeners.delete(own);
  };
  return {
    clock: {
      now: fakeClock.now,
      monotonic: () => fakeClock.monotonic() + passedMs,
      after,
    },
    random: Math.random,
    fetch,
    page: {
      activated: async () => false,
      isPrerendering: () => false,
      whenIdle: () => {},
      on: (type, callback) => onWake((woken) => woken === type && callback()),
    },
    textStore: createTextStores(),
    readRecord: async () => undefined,
    sessions: createMemoryDatabase(),
    journal: createMemoryDatabase(),
    tab: fakeTab,
    onWake,
    isVisible: () => true,
    wake(type) {
      for (const listener of Array.from(listeners)) listener(type);
    },
    passTime(ms) {
      passedMs += ms;
    },
  };
}

/** A timer of the runtime. There are no other tabs to wait for. */
const after: After = (delayMs, callback) => {
  let isCanceled = false;
  if (delayMs <= tabNoticeMs) {
    queueMicrotask(() => isCanceled || callback());
    return () => {
      isCanceled = true;
    };
  }
  return startTimer(delayMs, callback);
};

/** Starts a timer that keeps no process alive. */
export const startTimer: After = (delayMs, callback) => {
  const timer = setTimeout(callback, Math.min(delayMs, maxTimerMs));
  (timer as { unref?: () => void }).unref?.(); // in Node
  return () => clearTimeout(timer);
};

/** The globals are read in each call, so that fake timers of a test work. */
export const fakeClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after,
};

/** Longer timers overflow and fire at once. */
const maxTimerMs = 2 ** 31 - 1;

function createTextStores(): (scope: StorageScope) => TextStore {
  const texts = new Map<string, string>();
  return (scope) => ({
    get: (name) => texts.get(`${scope} ${name}`) ?? null,
    set(name, value) {
      if (value === null || scope === 'none') texts.delete(`${scope} ${name}`);
      else texts.set(`${scope} ${name}`, value);
    },
  });
}

/** A tab that no window has opened. It stays where it is. */
const fakeTab: Tab = {
  href: () => 'https://fake.test/',
  go: () => {},
  isForeignFrame: () => false,
  tellOpener: () => {},
  onMessage: () => () => {},
  hold: async () => undefined,
  isGone: async () => false,
  isPaymentWindow: () => false,
  close: () => {},
};
