import type { Browser } from '../../../src/browser/browser.ts';
import type { Tab as BrowserTab } from '../../../src/browser/tab.ts';
import type { TextStore } from '../../../src/browser/storage.ts';
import type { WakeType } from '../../../src/browser/wake.ts';
import type { Usher } from '../../../src/runtime.ts';
import type { Device, PageExtras, Tab } from './simulated-device.ts';
import type { Life, Promised } from './history.ts';
import type { LoadedRuntime } from './load-runtime.ts';
import type { Owner, Task } from './virtual-time.ts';

const minuteMs = 60_000;
const emptyStore: TextStore = { get: () => null, set: () => {} };

/** The listeners of a page's browser. */
interface Listening {
  readonly listeners: Set<(type: WakeType) => void>;
  readonly windowListeners: Set<{
    readonly type: string;
    readonly callback: () => void;
  }>;
}

/** A page reads its address, and may replace it, before anything else. */
function atAddress<T>(href: string, begin: () => T): T {
  const page = globalThis as { location?: unknown; history?: unknown };
  page.location = { href };
  page.history = { state: null, replaceState: () => {} };
  try {
    return begin();
  } finally {
    delete page.location;
    delete page.history;
  }
}

export function openTab(
  device: Device,
  loaded: LoadedRuntime,
  name: string,
  tabStore: Map<string, string>,
  address: string,
  { options = {}, browser: parts }: PageExtras = {},
): Tab {
  const { time, history, worldNow } = device;
  const pace = createPace(device, name);
  const listeners: Listening['listeners'] = new Set();
  const windowListeners: Listening['windowListeners'] = new Set();
  const fire = (type: string): void => {
    for (const one of Array.from(windowListeners)) if (one.type === type) one.callback();
  };
  const wake = (type: WakeType): void => {
    fire(type);
    // As in a browser, events that come meanwhile wait.
    for (const listener of Array.from(listeners)) listener(type);
  };
  const mirror = device.mirror.open(pace.owner, () => wake('storage'));
  const browser = {
    ...fakeBrowser(device, pace.owner, name, mirror, tabStore, { listeners, windowListeners }),
    ...parts?.(pace.owner),
  };
  const settings = {
    ...loaded.checkSettings<Usher>({ baseUrl: device.baseUrl }, (field) => {
      throw new Error(field);
    }),
    entry: {},
  };
  atAddress(address, () =>
    loaded.storeReturn(settings, {
      textStore: browser.textStore,
      clock: { now: () => Math.trunc(device.wallNow()) },
    }),
  );
  const usher = loaded.createRuntime(settings, options, browser);
  watch(device, name, usher);
  callBack(device, usher);
  return {
    name,
    usher,
    wake,
    owner: pace.owner,
    is: pace.is,
    freeze: pace.freeze,
    thaw: () => pace.thaw(() => wake('resume')),
    hide: () => pace.hide(() => wake('visibilitychange')),
    show: () => pace.show(() => wake('visibilitychange')),
    close(isKilled = false) {
      if (!isKilled) fire('pagehide');
      pace.close();
      mirror.close();
      for (const sent of history.sent) if (sent.tab === name) sent.endedAt ??= worldNow();
    },
    call(what, withinMs, run, mark = '') {
      const { id, user } = usher.$session.get();
      const promised: Promised = {
        tab: name,
        name: what,
        mark,
        at: time.now(),
        calledAt: worldNow(),
        withinMs,
        session: id,
        user: user?.id ?? null,
      };
      history.promised.push(promised);
      void run(usher)
        .then(
          () => undefined,
          (error: Error & { code?: string }) => error.code ?? String(error.stack),
        )
        .then((error) => {
          promised.settledAt = time.now();
          promised.endedAt = worldNow();
          promised.error = error;
        });
    },
    burden: () => ({
      timers: time.waiting(pace.owner, 'timer'),
      listeners: listeners.size + windowListeners.size,
    }),
  };
}

/** Records the session that the page shows, and its errors. */
function watch({ history, worldNow }: Device, tab: string, usher: Usher): void {
  usher.$session.subscribe(
    ({ status, id, user }) =>
      void history.shown.push({ tab, at: worldNow(), status, id, user: user?.id ?? null }),
  );
  usher.on(
    'error',
    (error) => void ('code' in error || history.errors.push(`${tab}: ${error.stack}`)),
  );
}

/**
 * How often a listener of a page calls the runtime. The number is finite, so that the sequence
 * ends.
 */
const mostCallsBack = 3;

/** A listener of the page that calls the runtime on each change. */
function callBack({ callsBack, history }: Device, usher: Usher): void {
  if (!callsBack) return;
  let left = mostCallsBack;
  const call = (): void => {
    if (left-- <= 0 || history.isHealed) return;
    const run: Readonly<Record<NonNullable<typeof callsBack>, () => Promise<unknown>>> = {
      start: () => usher.start(),
      read: () => usher.call('allmedia/latest'),
      logout: () => usher.logout(),
      forget: () => usher.forget(),
    };
    run[callsBack]().catch(() => {});
  };
  usher.$session.listen(call);
  usher.$user.listen(call);
  usher.on('logout', call);
}

/** The browser parts of a tab that sells nothing, and that no window has opened. */
const alone: BrowserTab = {
  href: () => 'https://publisher.test/watch',
  go: () => {},
  isForeignFrame: () => false,
  tellOpener: () => {},
  onMessage: () => () => {},
  hold: () => Promise.resolve(undefined),
  isGone: () => Promise.resolve(false),
  isPaymentWindow: () => false,
  close: () => {},
};

function fakeBrowser(
  device: Device,
  owner: Owner,
  name: string,
  mirror: TextStore,
  tabStore: Map<string, string>,
  { listeners, windowListeners }: Listening,
): Browser {
  const { time, chance, hasStorage } = device;
  const ownStore: TextStore = {
    get: (key) => tabStore.get(key) ?? null,
    set: (key, value) => void (value === null ? tabStore.delete(key) : tabStore.set(key, value)),
  };
  const sessions = hasStorage
    ? device.records.use(owner)
    : () => Promise.reject(new DOMException('There is none', 'SecurityError'));
  return {
    clock: {
      now: device.wallNow,
      monotonic: time.now,
      after: (delayMs, callback) => time.schedule(timerMs(delayMs), callback, owner, 'timer'),
    },
    random: chance,
    fetch: device.network.fetchFor(owner, name),
    page: {
      activated: () => Promise.resolve(),
      isPrerendering: () => false,
      whenIdle: (callback) => void time.schedule(1 + chance() * 200, callback, owner),
      on(type, callback) {
        const entry = { type, callback };
        windowListeners.add(entry);
        return () => void windowListeners.delete(entry);
      },
    },
    textStore: (persistence) =>
      !hasStorage || persistence === 'none'
        ? emptyStore
        : persistence === 'tab'
          ? ownStore
          : mirror,
    sessions,
    journal: () => Promise.reject(new DOMException('There is none', 'SecurityError')),
    tab: alone,
    readRecord: (key) =>
      sessions(
        'readonly',
        (store) =>
          new Promise((resolve) => {
            const reading = store.get(key);
            reading.onsuccess = () => resolve(reading.result);
          }),
      ),
    onWake(callback) {
      listeners.add(callback);
      return () => void listeners.delete(callback);
    },
  };
}

/** Browsers use whole ms. */
const timerMs = (delayMs: number): number => Math.max(1, Math.trunc(delayMs));

/** How time passes in a tab: normally, by the minute while hidden, not at all while frozen. */
interface Pace extends Pick<Tab, 'owner' | 'is' | 'freeze' | 'close'> {
  readonly thaw: (wake: () => void) => void;
  readonly hide: (wake: () => void) => void;
  readonly show: (wake: () => void) => void;
}

function createPace({ time, history, isBusy, worldNow }: Device, name: string): Pace {
  let is: Life['is'] = 'awake';
  let freezes = false;
  const stalled: Task[] = [];
  const dueAt = new Map<Task, number>();
  /** A task that waited for the next minute is due at its original time. */
  const catchUp = (): void => {
    for (const [task, at] of dueAt) {
      if (task.at > time.now()) time.again(task, Math.max(at, time.now()));
    }
    dueAt.clear();
  };
  const become = (next: Life['is']): void => {
    is = next;
    history.lives.push({ tab: name, at: worldNow(), t: time.now(), is });
  };
  const owner: Owner = {
    isGone: () => is === 'gone',
    holdsBack(task) {
      if (freezes && !isBusy(owner)) {
        freezes = false;
        become('frozen');
      }
      if (is === 'frozen') return stalled.push(task) > 0;
      if (is !== 'throttled' || task.kind !== 'timer' || time.now() % minuteMs === 0) return false;
      dueAt.set(task, task.at);
      time.again(task, Math.ceil(time.now() / minuteMs) * minuteMs);
      return true;
    },
  };
  become('awake');
  return {
    owner,
    is: () => is,
    freeze: () => void (freezes = is !== 'frozen'),
    thaw(wake) {
      freezes = false;
      if (is !== 'frozen') return;
      become('awake');
      time.schedule(0, wake, owner);
      for (const task of stalled.splice(0)) time.again(task, time.now());
      catchUp();
    },
    hide(wake) {
      if (is !== 'awake') return;
      become('throttled');
      time.schedule(0, wake, owner);
    },
    show(wake) {
      if (is !== 'throttled') return;
      become('awake');
      time.schedule(0, wake, owner);
      catchUp();
    },
    close: () => become('gone'),
  };
}
