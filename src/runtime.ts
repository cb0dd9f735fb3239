import { createBrowser } from './browser/browser.ts';
import type { Browser } from './browser/browser.ts';
import { createEvents } from './browser/events.ts';
import type { Emit } from './browser/events.ts';
import { createLoadChunk, oncePart } from './browser/load-chunk.ts';
import type { LoadChunk, Signals } from './browser/load-chunk.ts';
import type { OutcomeField, OutcomeWith } from './checkout/providers/provider.ts';
import type { SellingOptions } from './checkout/selling.ts';
import { checkSelling } from './options.ts';
import { serverError } from './errors/server-error.ts';
import type { Calls } from './runtime/calls.ts';
import type { GivenOptions } from './runtime/debug/later-options.ts';
import type { OnUsher, UsherEvents } from './runtime/events.ts';
import { createItemsAndCheckout } from './runtime/items-and-checkout.ts';
import type { PageOptions } from './runtime/page-options.ts';
import { createLoadActions } from './runtime/lazy-actions.ts';
import { startWhenIdle } from './runtime/start-when-idle.ts';
import { createMembers } from './runtime/usher-members.ts';
import type { UsherMembers } from './runtime/usher-members.ts';
import type { Request } from './session/calls/request.ts';
import type { SessionOptions } from './session/session-options.ts';
import type { Opening } from './session/opening.ts';
import { createSession } from './session/session.ts';
import type { SessionDriver } from './session/session.ts';
import type { Settings } from './session/settings.ts';
import { nothing } from './browser/nothing.ts';

/** The runtime of one platform and domain on a page. */
export interface Usher extends UsherMembers {
  /**
   * Adds selling options to those of `createUsher`, or of a page with the script tag. Call it
   * before a purchase. Given options replace earlier ones.
   * @throws {InputError} `input`, with the name of the option: nothing has changed.
   */
  readonly configure: <Field extends string = OutcomeField>(
    selling: SellingOptions<OutcomeWith<Field>>,
  ) => void;
  /**
   * Subscribes to an event. The returned function unsubscribes. A late subscriber to `session`
   * receives the present one at once.
   */
  readonly on: OnUsher;
  /**
   * Permanently ends everything that the runtime holds on this page. The session itself continues
   * for the next page.
   */
  readonly dispose: () => void;
}

/**
 * Creates the runtime of a platform and domain. A page has one for each. Later callers get the same
 * one, with the settings of the first call.
 */
export function createRuntime(
  settings: Settings<Usher>,
  options: PageOptions = {},
  browser: Browser = createBrowser(),
  opening?: Opening,
): Usher {
  const { entry } = settings;
  const { dialect = {}, ...selling } = options;
  const given: GivenOptions = { settings, options };
  (entry.copies ??= new Set()).add(createRuntime);
  if (!entry.runtime) {
    entry.given = given;
    entry.runtime = wire({ settings, browser, dialect, opening }, selling);
  } else {
    import('./runtime/debug/later-options.ts')
      .then(({ warnOfLater }) => warnOfLater(entry, given))
      .catch(nothing); // a warning is not worth an error
  }
  // For a return that came before the runtime, or with a later copy of the code.
  entry.findReturns?.();
  return entry.runtime;
}

type Parts = Omit<SessionOptions, 'emit' | 'loadChunk' | 'loadCalls'>;

/** A server loads no code: whatever needs it is refused. */
const createLoader = ({ isServer, clock }: Browser, ended: AbortSignal): LoadChunk =>
  isServer ? () => Promise.reject(serverError()) : createLoadChunk(clock.after, ended);

/** Creates the areas of the runtime, connects them, and starts them. */
function wire(parts: Parts, selling: SellingOptions): Usher {
  const { settings, browser } = parts;
  const { entry } = settings;
  const { emit, on } = createEvents<UsherEvents>({ session: () => session.$session.get() });
  entry.warn = (text) => emit('warning', text);
  const ended = new AbortController();
  const loadChunk = createLoader(browser, ended.signal);
  const loadCalls = oncePart(
    (signals) => loadChunk('calls', () => import('./runtime/calls.ts'), signals),
    ({ createCalls }) => createCalls(options, session, selling, items),
  );
  const options: SessionOptions & PageCalls = { ...parts, emit, loadChunk, loadCalls };
  const session = createSession(options);
  const request = lazyRequest(options, session);
  const own = { session, request, selling, loadActions: () => loadActions() };
  const sold = createItemsAndCheckout({ ...options, ...own });
  const { items, loadCheckout } = sold;
  const loadActions = createLoadActions({ request, session, on, ...sold }, options);
  const stopBackground = startWhenIdle(session, browser, emit as Emit, ({ startPageTasks }) =>
    startPageTasks({ session, request, items, browser, loadCheckout }),
  );
  const usher: Usher = {
    ...createMembers(session, sold, browser.clock, loadActions),
    on,
    configure: (given) => useSelling(selling, given, entry),
    dispose() {
      stopBackground();
      ended.abort();
      session.dispose();
      removeRuntime(entry, usher);
    },
  };
  return usher;
}

/** Another runtime may have been created for the same platform and domain since. */
function removeRuntime(entry: Settings['entry'], usher: Usher): void {
  if (entry.runtime !== usher) return;
  entry.runtime = undefined;
  entry.findReturns = undefined;
}

/** Makes calls, after the code for them is loaded. */
function lazyRequest(
  { browser, loadCalls }: Pick<SessionOptions, 'browser'> & PageCalls,
  session: SessionDriver,
): Request {
  return async (area, name, values, given) => {
    // A call that waits for a session ends with the present one.
    const life = session.signal();
    const calledAt = browser.clock.monotonic();
    const { request } = await loadCalls([life, given?.signal]);
    return request(area, name, values, { life, calledAt, ...given });
  };
}

interface PageCalls {
  readonly loadCalls: (signals?: Signals) => Promise<Calls>;
}

/** Adds selling options. A return may have waited for a provider that is added now. */
function useSelling(
  selling: SellingOptions,
  given: SellingOptions,
  { findReturns }: Settings['entry'],
): void {
  checkSelling(given);
  Object.assign(selling, given);
  findReturns?.();
}
