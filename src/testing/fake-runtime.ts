import { createActions } from '../api/actions.ts';
import type { Calls } from '../api/calls.ts';
import { createMembers } from '../api/create-members.ts';
import type { UsherEvents } from '../api/events.ts';
import { inspect } from '../api/inspect.ts';
import { createItemsAndCheckout } from '../api/items-and-checkout.ts';
import type { Sale } from '../api/purchasable-item.ts';
import type { LoadChunk } from '../browser/load-chunk.ts';
import type { InternalCheckout } from '../checkout/checkout.ts';
import type { SellingOptions } from '../checkout/selling.ts';
import { createInternalController } from '../errors/abort-reason.ts';
import { NetworkError } from '../errors/network-error.ts';
import type { Usher } from '../index.ts';
import { createItemCalls } from '../item/check-item.ts';
import { explain } from '../item/explain.ts';
import { createFetchItemState } from '../item/fetch-item-state.ts';
import { forgetOldest } from '../item/forget-oldest.ts';
import type { Items } from '../item/items.ts';
import { recheckWithSession } from '../item/recheck-with-session.ts';
import { resetWithViewer } from '../item/reset-items.ts';
import { watchGrants } from '../item/watch-grants.ts';
import { createEvents } from '../reactive/events.ts';
import type { SessionRequest } from '../session/request.ts';
import type { SessionOptions } from '../session/session-options.ts';
import { createSession, type SessionDriver } from '../session/session.ts';
import type { Settings } from '../session/settings.ts';
import { createCallLog } from '../transport/call-log.ts';
import { fakeClock, type FakeBrowser } from './fake-browser.ts';
import { createFakeDiagnosis } from './fake-diagnosis.ts';
import type { FakePlatform } from './fake-platform.ts';
import { createFakeRequest } from './fake-request.ts';

/** A runtime whose calls the fake platform answers, with the parts that its functions control. */
export interface FakeRuntime {
  readonly usher: Usher;
  readonly session: SessionDriver;
  readonly items: Items<Sale>;
  readonly loadCheckout: () => Promise<InternalCheckout>;
  /** Sends the requests of open purchases now, however short ago they were sent. */
  readonly retryPurchases: () => Promise<void>;
}

/** How long the runtime waits at least before it sends the request of a purchase again. */
const retryMs = 10_000;

/** Nothing is loaded later. */
const loadChunk: LoadChunk = (_chunk, load) => load();

/** There are no background tasks, because there are no other tabs and pages. */
const startBackground = async (): Promise<void> => {};

/**
 * Wires the areas of the runtime as `createRuntime` does. Session, items, purchases and data are
 * the real ones.
 */
export function createFakeRuntime(
  platform: FakePlatform,
  browser: FakeBrowser,
  selling: SellingOptions,
): FakeRuntime {
  const { emit, on } = createEvents<UsherEvents>({ session: () => session.$session.get() });
  const loadCalls = async (): Promise<Calls> => calls;
  const loadActions = async (): Promise<typeof actions> => actions;
  const dialect = { readPriceModel: () => platform.access.offersOf(undefined) };
  const settings = createSettings();
  const disposal = createInternalController();
  const loaders = { disposal: disposal.signal, loadChunk, loadCalls, startBackground };
  const options: SessionOptions = { settings, browser, dialect, emit, ...loaders };
  const session = createSession(options);
  const request = createFakeRequest(session, platform.answer, (event) => emit('call', event));
  const own = { session, request, selling, loadCalls, loadActions };
  const sold = createItemsAndCheckout({ ...options, ...own });
  const { items, loadCheckout } = sold;
  const calls = createFakeCalls(options, session, request, selling);
  const parts = { request, session, on, ...sold };
  const actions = createActions(parts, { ...options, selling });
  const stopWatching = watchItems(session, items, browser, selling);
  const diagnosis = createFakeDiagnosis(session.context, platform);
  const usher: Usher = {
    ...createMembers(session, sold, browser.clock, loadActions),
    on,
    configure: (given) => void Object.assign(selling, given),
    ...diagnosis,
    inspect: (given) => inspect(parts, options, diagnosis, given),
    dispose() {
      stopWatching();
      disposal.abort();
      session.dispose();
    },
  };
  const retryPurchases = (): Promise<void> => retryAll(browser, loadCheckout);
  return { usher, session, items, loadCheckout, retryPurchases };
}

/** Keeps the states of items up to date. Returns a function that ends that. */
function watchItems(
  session: SessionDriver,
  items: Items,
  browser: FakeBrowser,
  selling: SellingOptions,
): () => void {
  resetWithViewer(session, items);
  recheckWithSession(session, items);
  forgetOldest(items);
  // Grants end at the times that a page sees, also after a retry of purchases.
  return watchGrants(items, fakeClock, browser.onWake, selling);
}

async function retryAll(
  browser: FakeBrowser,
  loadCheckout: FakeRuntime['loadCheckout'],
): Promise<void> {
  browser.passTime(retryMs); // a test of a page does not wait
  (await loadCheckout()).readChanges({ retryNow: true });
}

/** Each fake has settings of its own. No page shares them. */
const createSettings = (): Settings => ({
  baseUrl: 'https://fake.test/v3.1/741',
  domain: '741',
  persistence: 'none',
  needsConsent: false,
  mode: 'auto',
  init: {},
  query: '',
  body: '',
  fingerprint: '&',
  isReturnPage: false,
  key: 'usher:fake',
  registration: {},
});

/** The calls of the runtime, without a transport. */
function createFakeCalls(
  { browser: { clock }, dialect }: SessionOptions,
  session: SessionDriver,
  request: SessionRequest,
  selling: SellingOptions,
): Calls {
  return {
    // Only static details are called without a session, after an opening has failed.
    call: async () => {
      throw new NetworkError();
    },
    request,
    log: createCallLog(clock),
    explain: async ({ $state }) => explain($state.get(), clock.now()),
    itemsOf: createItemCalls(
      createFetchItemState({
        request,
        clock: fakeClock,
        selling,
        loadChunk,
        read: dialect.readItemState,
      }),
      session,
    ),
  };
}
