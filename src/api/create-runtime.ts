import type { Browser } from '../browser/browser.ts';
import { createLoadChunk, oncePart, type LoadChunk, type Signals } from '../browser/load-chunk.ts';
import { nothing } from '../browser/nothing.ts';
import type { SellingOptions } from '../checkout/selling.ts';
import { createInternalController } from '../errors/abort-reason.ts';
import { serverError } from '../errors/server-error.ts';
import { createEvents, type Emit } from '../reactive/events.ts';
import type { Opening } from '../session/opening/opening.ts';
import type { RegisteredRuntime, Registration } from '../session/registry.ts';
import type { SessionRequest } from '../session/request.ts';
import type { SessionOptions } from '../session/session-options.ts';
import { createSession, type SessionDriver } from '../session/session.ts';
import type { Settings } from '../session/settings.ts';
import type { ActionOptions } from './actions.ts';
import type { Calls } from './calls.ts';
import { createMembers } from './create-members.ts';
import type { UsherEvents } from './events.ts';
import { createItemsAndCheckout } from './items-and-checkout.ts';
import type { GivenOptions } from './later-options.ts';
import { createLoadActions, type LoadActions } from './lazy.ts';
import { checkSelling } from './options.ts';
import type { PageOptions } from './page-options.ts';
import { startWhenIdle } from './start-when-idle.ts';
import type { Usher } from './usher.ts';

/**
 * Creates the runtime of a platform and domain. A page has one for each. Later callers get the same
 * one, with the settings of the first call.
 */
export function createRuntime(
  settings: Settings<Usher>,
  options: PageOptions,
  browser: Browser,
  opening?: Opening,
): Usher {
  const { registration } = settings;
  const given: GivenOptions = { settings, options };
  (registration.copies ??= new Set()).add(createRuntime);
  const { runtime: earlier } = registration;
  if (earlier) {
    import('./later-options.ts')
      .then(({ warnOfLater }) => warnOfLater(earlier, given))
      .catch(nothing); // a warning is not worth an error
  }
  const { dialect = {}, ...selling } = options;
  const runtime = (registration.runtime ??= {
    ...wire({ settings, browser, dialect, opening }, selling),
    given,
  });
  // For a return that came before the runtime, or with a later copy of the code.
  runtime.findReturns();
  return runtime.usher;
}

type Options = ActionOptions & PageCalls;
type Parts = Pick<SessionOptions, 'settings' | 'browser' | 'dialect' | 'opening'>;

/** A server loads no code: whatever needs it is refused. */
const refuseToLoad: LoadChunk = () => Promise.reject(serverError());

/** Creates the areas of the runtime, connects them, and starts them. */
function wire(parts: Parts, selling: SellingOptions): Omit<RegisteredRuntime<Usher>, 'given'> {
  const { browser } = parts;
  const { emit, on } = createEvents<UsherEvents>({ session: () => session.$session.get() });
  const disposal = createInternalController();
  const loadChunk = browser.isServer
    ? refuseToLoad
    : createLoadChunk(browser.clock.after, disposal.signal);
  const loadCalls = oncePart(
    (signals) => loadChunk('calls', () => import('./calls.ts'), signals),
    ({ createCalls }) => createCalls(options, session, selling, sold.items),
  );
  const startBackground = (): Promise<void> => background.start(); // made below
  const loaders = { loadChunk, loadCalls, startBackground };
  const options: Options = { ...parts, selling, emit, disposal: disposal.signal, ...loaders };
  const session = createSession(options);
  const request = lazyRequest(options, session);
  const load: LoadActions = (...given) => loadActions(...given); // made below
  const sold = createItemsAndCheckout({ ...options, session, request, loadActions: load });
  const { findReturns } = sold;
  const loadActions = createLoadActions({ request, session, on, ...sold }, options);
  const background = startWhenIdle(session, browser, emit as Emit, ({ startPageTasks }) =>
    startPageTasks({ session, request, browser, loadActions, ...sold }),
  );
  const usher: Usher = {
    ...createMembers(session, sold, browser.clock, loadActions),
    on,
    configure(given) {
      checkSelling(given);
      Object.assign(selling, given);
      findReturns(); // a return may have waited for a provider that is added now
    },
    dispose() {
      background.stop();
      disposal.abort();
      session.dispose();
      leaveRegistration(parts.settings.registration, usher);
    },
  };
  return { usher, findReturns, warn: (text) => emit('warning', text) };
}

/** Another runtime may have been created for the same platform and domain since. */
function leaveRegistration(registration: Registration, usher: Usher): void {
  if (registration.runtime?.usher === usher) registration.runtime = undefined;
}

/** Makes calls, after the code for them is loaded. */
function lazyRequest(
  { browser, loadCalls }: Pick<SessionOptions, 'browser'> & PageCalls,
  session: SessionDriver,
): SessionRequest {
  return async (area, name, values, given) => {
    // A call that waits for a session ends with the present one.
    const viewerSignal = session.getViewerSignal();
    const calledAt = browser.clock.monotonic();
    const { request } = await loadCalls([viewerSignal, given?.signal]);
    return request(area, name, values, { viewerSignal, calledAt, ...given });
  };
}

interface PageCalls {
  readonly loadCalls: (signals?: Signals) => Promise<Calls>;
}
