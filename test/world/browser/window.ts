import type { Chance } from '../chance.ts';
import type { PageGlobal } from '../code.ts';
import type { Owner, VirtualTime } from '../time.ts';
import { createEventSource, type EventSource } from './events.ts';
import type { StorageView } from './local-storage.ts';
import { createTimers } from './timers.ts';

/** A window as another window sees it. */
export interface WindowHandle {
  readonly closed: boolean;
  readonly close: () => void;
  readonly focus: () => void;
  readonly location: { readonly replace: (url: string) => void };
  readonly postMessage: (data: unknown, options: string | { targetOrigin: string }) => void;
}

/** What a page is made of. */
export interface WindowParts {
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly owner: Owner;
  readonly wallNow: () => number;
  readonly address: string;
  readonly name: string;
  readonly opener: WindowHandle | null;
  readonly hasLocks: boolean;
  readonly locks: object;
  readonly localStorage: StorageView;
  /** The entries of the tab. A reload keeps them. */
  readonly sessionStorage: Map<string, string>;
  /** What the storages do: `full` refuses writes, `blocked` throws at each use. */
  readonly storageMood: () => 'ok' | 'full' | 'blocked';
  readonly isPrerendered: () => boolean;
  readonly indexedDB: object;
  readonly loadChunk: unknown;
  /** Leaves the page for an address. */
  readonly leave: (url: string) => void;
  /** Opens a blank window. `null` when it is blocked. */
  readonly openWindow: (name: string) => WindowHandle | null;
  readonly close: () => void;
  readonly onAddress: (url: string) => void;
  readonly onUncaught: (error: unknown) => void;
  readonly onConsole: (text: string) => void;
}

/** The window of a page. */
export interface PageWindow {
  readonly globals: Readonly<Record<PageGlobal, unknown>>;
  readonly events: EventSource;
  readonly href: () => string;
  /** The `fetch` of the page from now on. */
  readonly takeFetch: (next: typeof fetch) => void;
  readonly isHidden: (isHidden: boolean) => void;
  /** The timers and listeners that the page has. */
  readonly burden: () => number;
}

export function createWindow(parts: WindowParts): PageWindow {
  const { time, chance, owner, wallNow, onUncaught } = parts;
  const events = createEventSource(onUncaught);
  const openedAt = time.now();
  let visibility = 'visible';
  // It inherits nothing of Node's global: a test of the same process may have left a runtime there,
  // and the pages of all worlds would join it.
  const page: Record<string, unknown> = { AbortController, Headers };
  const define = (name: string, value: unknown): void =>
    void Object.defineProperty(page, name, { value, writable: true, configurable: true });

  const location = createLocation(parts);
  const { addEventListener, removeEventListener } = events;
  const document = {
    get visibilityState() {
      return visibility;
    },
    get prerendering() {
      return parts.isPrerendered();
    },
    readyState: 'complete',
    addEventListener,
    removeEventListener,
    documentElement: { lang: 'en' },
  };
  const later = createTimers(parts);
  const countUse = createUseLimit(time, onUncaught);
  const globals: Record<PageGlobal, unknown> = {
    globalThis: page,
    window: page,
    self: page,
    top: page,
    document,
    location: location.object,
    history: {
      state: null,
      replaceState: (_state: unknown, _title: string, url: string) => location.replaceState(url),
    },
    navigator: {
      onLine: true,
      language: 'en',
      ...(parts.hasLocks && { locks: parts.locks }),
    },
    localStorage: storageOf(parts.localStorage, parts.storageMood, countUse),
    sessionStorage: storageOf(mapView(parts.sessionStorage), parts.storageMood, countUse),
    indexedDB: parts.indexedDB,
    performance: {
      timeOrigin: wallNow(),
      now: () => time.now() - openedAt,
      getEntriesByType: () => [],
    },
    crypto: {
      getRandomValues: (bytes: Uint8Array) => bytes.map(() => Math.floor(chance() * 256)),
      randomUUID: () => `${Math.floor(chance() * 1e9)}-${Math.floor(chance() * 1e9)}`,
    },
    Date: dateOf(wallNow),
    Math: Object.assign(Object.create(Math) as object, { random: chance }),
    ...later,
    fetch: undefined,
    addEventListener,
    removeEventListener,
    AbortSignal: {},
    MessageChannel: messageChannelOf(time, owner),
    console: consoleOf(parts.onConsole),
    open: (_url: string, name: string) => parts.openWindow(name),
    opener: parts.opener,
    loadFileOfPage: parts.loadChunk,
  };
  for (const [name, value] of Object.entries(globals)) define(name, value);
  define('name', parts.name);
  define('closed', false);
  define('close', parts.close);
  define('isSecureContext', true);
  return {
    globals,
    events,
    href: location.href,
    takeFetch(next) {
      globals.fetch = next;
      define('fetch', next);
    },
    isHidden(isHidden) {
      visibility = isHidden ? 'hidden' : 'visible';
    },
    burden: () => events.count() + time.waiting(owner, 'timer'),
  };
}

function createLocation({ address, leave, onAddress }: WindowParts): {
  readonly object: object;
  readonly href: () => string;
  readonly replaceState: (url: string) => void;
} {
  let href = address;
  return {
    href: () => href,
    replaceState(url) {
      ({ href } = new URL(url, href));
      onAddress(href);
    },
    object: {
      get href() {
        return href;
      },
      get origin() {
        return new URL(href).origin;
      },
      assign: leave,
      replace: leave,
      reload: () => leave(href),
    },
  };
}

const mapView = (texts: Map<string, string>): Pick<StorageView, 'get' | 'set'> => ({
  get: (name) => texts.get(name) ?? null,
  set: (name, value) => void (value === null ? texts.delete(name) : texts.set(name, value)),
});

/** More uses of the stores at one moment mean a loop of promises without an end. */
const maxUses = 20_000;

/** Ends such a loop, which would freeze the page: the store throws. */
function createUseLimit(time: VirtualTime, onUncaught: WindowParts['onUncaught']): () => void {
  let at = NaN;
  let uses = 0;
  return () => {
    uses = time.now() === at ? uses + 1 : 0;
    at = time.now();
    if (uses < maxUses) return;
    const error = new Error('the page is busy without an end');
    onUncaught(error);
    throw error;
  };
}

function storageOf(
  { get, set }: Pick<StorageView, 'get' | 'set'>,
  mood: WindowParts['storageMood'],
  onUse: () => void,
): object {
  const allow = (writes: boolean): void => {
    onUse();
    if (mood() === 'blocked') throw new DOMException('It is blocked', 'SecurityError');
    if (mood() === 'full' && writes) throw new DOMException('It is full', 'QuotaExceededError');
  };
  return {
    getItem(name: string) {
      allow(false);
      return get(name);
    },
    setItem(name: string, value: string) {
      allow(true);
      set(name, String(value));
    },
    removeItem(name: string) {
      allow(false);
      set(name, null);
    },
  };
}

const dateOf = (wallNow: () => number): DateConstructor =>
  class extends Date {
    constructor(...given: []) {
      if (given.length) super(...given);
      else super(wallNow());
    }

    static override now(): number {
      return wallNow();
    }
  } as DateConstructor;

const consoleOf = (note: (text: string) => void): object =>
  Object.fromEntries(
    ['log', 'info', 'warn', 'error', 'debug'].map((name) => [
      name,
      (...words: unknown[]) => note(`console.${name}: ${words.map(String).join(' ')}`),
    ]),
  );

function messageChannelOf(time: VirtualTime, owner: Owner): unknown {
  return class {
    port1: { onmessage?: () => void; close: () => void } = { close: () => {} };
    port2 = {
      postMessage: () => void time.schedule(0, () => this.port1.onmessage?.(), owner),
    };
  };
}
