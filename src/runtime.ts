import type { ReadableAtom } from 'nanostores';
import type { Actions } from './actions.ts';
import { createBrowser } from './browser/browser.ts';
import { pause } from './browser/clock.ts';
import { heardMs } from './browser/storage.ts';
import type { Browser } from './browser/browser.ts';
import type { Dialect } from './dialect/dialect.ts';
import { NetworkError } from './errors/network-error.ts';
import { createEvents } from './browser/events.ts';
import type { Emit } from './browser/events.ts';
import type { OnUsher, UsherEvents } from './events.ts';
import type { Item, ItemReference } from './item/item.ts';
import { createItems } from './item/items.ts';
import type { Kit } from './session/kit.ts';
import type { SessionOptions } from './session/held.ts';
import type { Request } from './session/request.ts';
import { createSession } from './session/session.ts';
import type { SessionDriver } from './session/session.ts';
import type { SessionState, User } from './session/session-state.ts';
import type { Settings } from './session/settings.ts';

/** The runtime of one platform and domain on a page. */
export interface Usher extends Actions {
  /** The session, read-only: any nanostores binding works with it. */
  readonly $session: ReadableAtom<SessionState>;
  /** The viewer who is logged in, or `null`. */
  readonly $user: ReadableAtom<User | null>;
  /**
   * Opens the session, or goes on with the one of an earlier page. Implied by the first call that needs a session.
   * It ends within 16 s: 2 for the opening of another tab, 10 for its own, 3 for static details.
   * @throws `network`, `timeout`, `malformed`, `platform`, `static-session`, `aborted`.
   */
  readonly start: () => Promise<SessionState>;
  /** Ends the session at once, and tells the platform (`POST /session/logout`). The next call opens an anonymous session. */
  readonly logout: () => Promise<void>;
  /**
   * An item at the door; the same object for the same item.
   * @throws `input`, at once.
   */
  readonly item: (reference: ItemReference) => Item;
  /** Subscribes to an event; the returned function ends it. A late subscriber to `session` gets the present one at once. */
  readonly on: OnUsher;
  /** Ends everything that the runtime holds on this page, for good. The session itself lives on for the next page. */
  readonly dispose: () => void;
}

/** The runtime of a platform and domain: one on a page for each, whoever asks; the settings of the first stand. */
export function createRuntime(settings: Settings<Usher>, kit: Kit, dialect: Partial<Dialect> = {}, browser: Browser = createBrowser(kit)): Usher {
  const { entry } = settings;
  const given = settings.persistence + settings.mode + settings.fingerprint;
  (entry.copies ??= new Set()).add(kit);
  if (!entry.runtime) {
    entry.given = given;
    entry.runtime = wire({ settings, kit, browser, dialect });
  } else if (given !== entry.given) {
    entry.warn?.('Options were given later: the first stand');
  }
  return entry.runtime;
}

function wire(parts: Omit<SessionOptions, 'emit' | 'loadCall'>): Usher {
  const { settings, browser, kit } = parts;
  const { emit, on } = createEvents<UsherEvents>({ session: () => $session.get() });
  const loadCalls = once(async () => (await import('./calls.ts')).createCalls(options, session));
  const options: SessionOptions = { ...parts, emit, loadCall: async () => (await loadCalls()).call };
  const session = createSession(options);
  const { $session, $user } = session;
  const request: Request = async (area, name, values, given) => {
    const life = session.signal(); // the present one's: a call that waits for a session ends with it
    return (await loadCalls()).request(area, name, values, { life, ...given });
  };
  const { item, renew } = createItems(async (reference, ...asked) => {
    session.ready().catch(nothing); // `ask` shows why
    return (await loadCalls()).ask(reference)(...asked);
  }, kit.encodeFields, emit);
  $user.listen(renew); // another viewer may watch other items
  const stopUpkeep = startWhenIdle(session, browser, emit as Emit, async () => {
    const { startUpkeep } = await import('./session/upkeep.ts');
    return () => startUpkeep(session, request);
  });
  settings.entry.warn = (text) => emit('warning', text);
  const usher: Usher = {
    ...lazyActions(async () => (await import('./actions.ts')).createActions(request, session, options)),
    $session,
    $user,
    start: () => session.ready().then(() => $session.get()),
    logout: () => logout(session, request),
    item,
    on,
    dispose() {
      stopUpkeep();
      session.dispose();
      if (settings.entry.runtime === usher) settings.entry.runtime = undefined;
    },
  };
  return usher;
}

/** Ends the session here, whatever the network does; the platform is told beside it. */
async function logout(session: SessionDriver, request: Request): Promise<void> {
  const { held, $user } = session;
  const user = $user.get();
  const { tell = async () => (await import('./session/logout.ts')).tellLogouts(request, held) } = held.upkeep;
  if (session.end()) tell().catch(nothing); // what cannot be told or loaded now stays pending
  held.emit('logout', user);
  await pause(held.browser.clock, heardMs);
}

const nothing = (): void => {};

/** Actions that are loaded with the first of them. */
function lazyActions(load: () => Promise<Actions>): Actions {
  const loadOnce = once(load);
  const names = ['login', 'allmedia', 'call', 'reportToken', 'weather', 'directoryLoginUrl', 'setPersistence', 'forget', 'diagnose', 'report'] as const satisfies readonly (keyof Actions)[];
  return Object.fromEntries(names.map((name) => [
    name,
    async (...given: never[]) => ((await loadOnce())[name] as (...given: never[]) => unknown)(...given),
  ])) as unknown as Actions;
}

/**
 * Loads and starts what a session needs beside it: once it is there, or is known not to come, and the page has nothing better to do. The returned
 * function stops it, also before it has begun.
 */
function startWhenIdle({ $session, held }: SessionDriver, { page }: Browser, emit: Emit, load: () => Promise<() => () => void>): () => void {
  let stop = nothing;
  const begin = once(async () => {
    const start = await load();
    if (!held.disposed) stop = start();
  });
  held.startUpkeep = () => begin().catch((error: Error) => emit('error', error));
  const stopWaiting = $session.listen(({ status }) => {
    if (/idle|opening|ended/.test(status)) return;
    stopWaiting();
    page.whenIdle(() => void held.startUpkeep());
  });
  return () => stop();
}

/** Loads once; a load that failed is tried again by the next caller. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => (loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw new NetworkError(error);
  }));
}
