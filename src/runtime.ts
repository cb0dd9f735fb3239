import { atom } from 'nanostores';
import type { ReadableAtom } from 'nanostores';
import type { Act, Actions } from './runtime/actions.ts';
import { createBrowser } from './browser/browser.ts';
import type { Clock } from './browser/clock.ts';
import { openPaymentWindow } from './browser/payment-window.ts';
import type { Popup } from './browser/payment-window.ts';
import type { Browser } from './browser/browser.ts';
import type { Dialect } from './dialect/dialect.ts';
import type { BuyValues } from './checkout/buy.ts';
import type { CheckoutOptions, PurchaseEvents } from './checkout/context.ts';
import type { OwnCheckout } from './checkout/checkout.ts';
import type { Purchase } from './checkout/purchase/handle.ts';
import type { PurchaseState } from './checkout/purchase/purchase-state.ts';
import type { Selling } from './checkout/selling.ts';
import { createLoadChunk, oncePart } from './browser/load-chunk.ts';
import type { Signals } from './browser/load-chunk.ts';
import { onWake } from './browser/wake.ts';
import type { WakeType } from './browser/wake.ts';
import { createEvents, show } from './browser/events.ts';
import type { Emit } from './browser/events.ts';
import type { OnUsher, UsherEvents } from './runtime/events.ts';
import type { Calls } from './runtime/calls.ts';
import type { Explanation } from './item/recovery/explain.ts';
import type { Item, ItemCalls, ItemReference } from './item/item.ts';
import { createItems } from './item/items.ts';
import type { Items } from './item/items.ts';
import type { EmitItem } from './item/item-events.ts';
import type { UsherError } from './errors/usher-error.ts';
import { createSessionEnds } from './runtime/session-ends.ts';
import type { SessionEnds } from './runtime/session-ends.ts';
import type { SessionOptions } from './session/held.ts';
import type { Opening } from './session/opening.ts';
import type { Request, RequestOptions } from './session/calls/request.ts';
import { readOnly } from './session/read-only-store.ts';
import { createSession } from './session/session.ts';
import type { SessionDriver } from './session/session.ts';
import type { SessionState, User } from './session/session-state.ts';
import type { Settings } from './session/settings.ts';

/** The runtime of one platform and domain on a page. */
export interface Usher extends Actions, SessionEnds {
  /** The session, read-only: any nanostores binding works with it. */
  readonly $session: ReadableAtom<SessionState>;
  /** The viewer who is logged in, or `null`. */
  readonly $user: ReadableAtom<User | null>;
  /**
   * Opens the session, or goes on with the one of an earlier page. Implied by the first call that
   * needs a session. It ends within 16 s: 2 for the opening of another tab, 10 for its own, 3 for
   * static details; 10 s later where a session of over 15 min has to be asked about first, and no
   * answer comes.
   * @throws `network`, `timeout`, `malformed`, `platform`, `static-session`, `aborted`.
   */
  readonly start: () => Promise<SessionState>;
  /** Open and recent purchases of the viewer, alike in every tab. */
  readonly $purchases: ReadableAtom<readonly PurchaseState[]>;
  /**
   * An item; the same object for the same item.
   * @throws `input`, at once.
   */
  readonly item: (reference: ItemReference) => SoldItem;
  /**
   * Says more about selling than `createUsher` was told, or for a page that has the script tag:
   * before anything is bought. What is given stands.
   */
  readonly use: (selling: Selling) => void;
  /**
   * Subscribes to an event; the returned function ends it. A late subscriber to `session` gets the
   * present one at once.
   */
  readonly on: OnUsher;
  /**
   * Ends everything that the runtime holds on this page, for good. The session itself lives on for
   * the next page.
   */
  readonly dispose: () => void;
}

/** An item, with what sells it. */
export interface SoldItem extends Item, Sale {}

interface Sale {
  /** Which answer or rule made the present state, in words. */
  readonly explain: () => Promise<Explanation>;
  /**
   * Buys it: the same as `buy` of `usher.checkout()`. A payment window is opened at once, so call
   * it in the click.
   * @throws `input`, `static-session`, `login-required`, `purchase-in-progress`,
   *   `provider-unavailable`, `journal-unavailable`: nothing was sent then.
   * @example const purchase = await item.buy({ operation: 'ppv', amount: 499, currency: 'EUR',
   *   provider: 'demo' });
   */
  readonly buy: (values: Omit<BuyValues, 'item' | 'streamtype'>) => Promise<Purchase>;
}

/**
 * The runtime of a platform and domain: one on a page for each. Later callers get the same one,
 * with the settings of the first call.
 */
export function createRuntime(
  settings: Settings<Usher>,
  { dialect = {}, ...selling }: PageOptions = {},
  browser: Browser = createBrowser(),
  opening?: Opening,
): Usher {
  const { entry } = settings;
  const given = settings.persistence + settings.mode + settings.fingerprint;
  (entry.copies ??= new Set()).add(createRuntime);
  if (!entry.runtime) {
    entry.given = given;
    entry.runtime = wire({ settings, browser, dialect, opening }, selling);
  } else if (given !== entry.given) {
    entry.warn?.('Later options are ignored');
  }
  entry.look?.(); // for a return that came before the runtime, or with a later copy of the code
  return entry.runtime;
}

/** What a page hands over beside its settings; the script tag nothing. */
export interface PageOptions extends Selling {
  readonly dialect?: Partial<Dialect> | undefined;
}

function wire(
  parts: Omit<SessionOptions, 'emit' | 'loadChunk' | 'loadCalls'>,
  selling: Selling,
): Usher {
  const { settings, browser } = parts;
  const { emit, on } = createEvents<UsherEvents>({ session: () => $session.get() });
  const ended = new AbortController();
  const loadChunk = createLoadChunk(browser.clock.after, ended.signal);
  const loadCalls = oncePart(
    (signals) => loadChunk('calls', () => import('./runtime/calls.ts'), signals),
    ({ createCalls }) => createCalls(options, session, selling, items),
  );
  const options: SessionOptions = { ...parts, emit, loadChunk, loadCalls };
  const session = createSession(options);
  const { $session, $user } = session;
  const request: Request = async (area, name, values, given) => {
    // The present one's: a call that waits for a session ends with it.
    const life = session.signal();
    const calledAt = browser.clock.monotonic();
    return (await loadCalls([life, given?.signal])).request(area, name, values, {
      life,
      calledAt,
      ...given,
    });
  };
  const { items, $purchases, loadCheckout } = createItemsAndCheckout({
    ...options,
    session,
    request,
    selling,
    loadCalls,
  });
  const stopBackground = startWhenIdle(session, browser, emit as Emit, ({ startPageTasks }) =>
    startPageTasks({ session, request, items, browser, loadCheckout }),
  );
  const { entry } = settings;
  entry.warn = (text) => emit('warning', text);
  const loadActions = oncePart(
    (signals) => loadChunk('actions', () => import('./runtime/actions.ts'), signals),
    ({ createActions }) => createActions({ request, session, items, loadCheckout }, options),
  );
  const usher: Usher = {
    ...lazyActions(browser.clock, loadActions),
    $session,
    $user,
    start: () => session.ready().then(() => $session.get()),
    ...createSessionEnds(session, loadActions),
    $purchases: readOnly($purchases),
    item: items.item,
    on,
    use: (given) => useSelling(selling, given, entry),
    dispose() {
      stopBackground();
      ended.abort();
      session.dispose();
      if (entry.runtime === usher) entry.runtime = entry.look = undefined;
    },
  };
  return usher;
}

/** A return may have waited for a provider that is named now. */
function useSelling(selling: Selling, given: Selling, { look }: Settings['entry']): void {
  Object.assign(selling, given);
  look?.();
}

/** A chunk that did not come is asked for again after that long, while a return waits for it. */
const lookAgainMs = 5000;

/** What a page's items, and what sells them, are made of. */
type ItemsAndCheckoutParts = Omit<CheckoutOptions, 'items' | 'show' | 'emit' | 'openWindow'> &
  Pick<SessionOptions, 'emit' | 'loadChunk'> & {
    readonly loadCalls: (signals?: Signals) => Promise<Calls>;
  };

/**
 * The items, and what sells them: it comes when something is bought, or a viewer comes back from a
 * payment.
 */
function createItemsAndCheckout(parts: ItemsAndCheckoutParts): {
  items: Items<Sale>;
  $purchases: ReadableAtom<readonly PurchaseState[]>;
  loadCheckout: (signals?: Signals) => Promise<OwnCheckout>;
} {
  const { browser, session, loadChunk, loadCalls } = parts;
  const emit = parts.emit as Emit;
  const $purchases = atom<readonly PurchaseState[]>([]);
  let checkout: OwnCheckout | undefined;
  const openWindow = (values: BuyValues): Popup =>
    mayNeedWindow(parts, values) &&
    !checkout?.focusWindow(values) &&
    openPaymentWindow(browser.random);
  const loadCheckout = oncePart(
    (signals) => loadChunk('checkout', () => import('./checkout/checkout.ts'), signals),
    ({ createCheckout }) => {
      checkout = createCheckout({
        ...parts,
        items,
        emit: emit as Emit<PurchaseEvents>,
        show: (purchases) => show($purchases, purchases),
        openWindow,
      });
      return checkout;
    },
  );
  const { entry } = parts.settings;
  entry.look = () => {
    if (entry.returns)
    // Once loaded, it looks itself.
    {
      loadCheckout().catch(() => void browser.clock.after(lookAgainMs, () => entry.look?.()));
    }
  };
  const loadItemCalls = async (): Promise<ItemCalls> => {
    session.ready().catch(nothing); // the item's state shows why
    return (await loadCalls()).items;
  };
  const items: Items<Sale> = createItems<Sale>(loadItemCalls, emit as EmitItem, (reference) => ({
    explain: async () => (await loadCalls()).explain(items.item(reference)),
    async buy(values) {
      const given = { ...values, ...reference } as BuyValues;
      const popup = openWindow(given); // in the click: nothing is awaited before it
      const { buyWith } = await loadCheckout().catch((error: unknown) => {
        if (popup) popup.close();
        throw error;
      });
      return buyWith(given, popup);
    },
  }));
  return { items, $purchases, loadCheckout };
}

/**
 * Whether a payment window is needed, as far as it is known in the click: the provider takes
 * payments in one, and a viewer may be logged in.
 */
function mayNeedWindow(
  { selling, session, dialect }: ItemsAndCheckoutParts,
  values: BuyValues | undefined,
): boolean {
  const isPopup = selling.providers?.some(
    ({ name, type }) => name === values?.provider && type === 'popup',
  );
  return !!isPopup && (session.viewer()?.userId !== null || !!dialect.allowsAnonymousPurchase);
}

const nothing = (): void => {};

const actionNames = [
  'login',
  'allmedia',
  'system',
  'statistics',
  'call',
  'reportToken',
  'weather',
  'directoryLoginUrl',
  'checkout',
  'diagnose',
  'report',
] as const satisfies readonly (keyof Actions)[];

/**
 * Actions that are loaded with the first of them. What they load counts into the deadline of the
 * call, and ends with its signal.
 */
function lazyActions(
  { monotonic }: Clock,
  load: (signals?: Signals) => Promise<{ readonly act: Act }>,
): Actions {
  return Object.fromEntries(
    actionNames.map((name) => [
      name,
      async (...given: unknown[]) => {
        const calledAt = monotonic();
        const { act } = await load(
          given.map((value) => (value as RequestOptions | undefined)?.signal),
        );
        return act(name, given, calledAt);
      },
    ]),
  ) as unknown as Actions;
}

type Background = typeof import('./runtime/background.ts');

/** After these the network may be back. */
const wakesPage: readonly WakeType[] = ['online', 'pageshow', 'resume', 'visibilitychange'];

/**
 * Loads and starts what a session needs beside it: once it is there, or is known not to come, and
 * the page has nothing better to do. What could not be loaded is tried again when the page is
 * online again or wakes, and with the next call that needs it. The returned function stops it, also
 * before it has begun.
 */
function startWhenIdle(
  { $session, held, onChange }: SessionDriver,
  { page, onWake: wake = onWake }: Browser,
  emit: Emit,
  start: (background: Background) => () => void,
): () => void {
  let stopRetrying: (() => void) | undefined;
  let stop = nothing;
  const load = (): Promise<Background> => import('./runtime/background.ts');
  const begin = oncePart(
    () => held.loadChunk('background', load),
    (background) => {
      if (!held.disposed) stop = start(background);
      return stop;
    },
  );
  held.startBackground = () =>
    begin().then(nothing, (error: UsherError) => {
      if (held.disposed) return;
      emit('error', error);
      stopRetrying ??= wake((type) => {
        if (wakesPage.includes(type)) void held.startBackground();
      });
      if (error.code === 'timeout') load().then(held.startBackground, nothing); // it may still come
    });
  const stopWaiting = onChange(() => {
    const { status } = $session.get();
    if (status === 'idle' || status === 'opening' || status === 'ended') return;
    stopWaiting();
    page.whenIdle(() => void held.startBackground());
  });
  return () => {
    stopRetrying?.();
    stop();
  };
}
