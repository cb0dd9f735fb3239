import { atom } from 'nanostores';
import type { ReadableAtom } from 'nanostores';
import type { Actions } from './actions.ts';
import { createBrowser } from './browser/browser.ts';
import { pause } from './browser/clock.ts';
import { openPaymentWindow } from './browser/payment-window.ts';
import { heardMs } from './browser/storage.ts';
import type { Browser } from './browser/browser.ts';
import type { Dialect } from './dialect/dialect.ts';
import type { BuyValues } from './checkout/buy.ts';
import type { CheckoutOptions, PurchaseEvents } from './checkout/context.ts';
import type { OwnCheckout } from './checkout/checkout.ts';
import type { Purchase } from './checkout/handle.ts';
import type { PurchaseState } from './checkout/purchase-state.ts';
import type { Selling } from './checkout/selling.ts';
import { createEvents, show } from './browser/events.ts';
import type { Emit } from './browser/events.ts';
import type { OnUsher, UsherEvents } from './events.ts';
import type { Calls } from './calls.ts';
import type { Explanation } from './item/explain.ts';
import type { Item, ItemReference } from './item/item.ts';
import { createItems } from './item/items.ts';
import type { Ask, Items } from './item/items.ts';
import type { EmitItem } from './item/item-events.ts';
import type { Kit } from './session/kit.ts';
import type { SessionOptions } from './session/held.ts';
import type { Request } from './session/request.ts';
import { once } from './once.ts';
import { createSession, readOnly } from './session/session.ts';
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
   * It ends within 16 s: 2 for the opening of another tab, 10 for its own, 3 for static details; 10 s later where a session of over 15 min has
   * to be asked about first, and nobody answers.
   * @throws `network`, `timeout`, `malformed`, `platform`, `static-session`, `aborted`.
   */
  readonly start: () => Promise<SessionState>;
  /** Ends the session at once, and tells the platform (`POST /session/logout`). The next call opens an anonymous session. */
  readonly logout: () => Promise<void>;
  /** Open and recent purchases of the viewer, alike in every tab. */
  readonly $purchases: ReadableAtom<readonly PurchaseState[]>;
  /**
   * An item at the door; the same object for the same item.
   * @throws `input`, at once.
   */
  readonly item: (reference: ItemReference) => SoldItem;
  /** Says more about selling than `createUsher` was told, or for a page that has the script tag: before anything is bought. What is given stands. */
  readonly use: (selling: Selling) => void;
  /** Subscribes to an event; the returned function ends it. A late subscriber to `session` gets the present one at once. */
  readonly on: OnUsher;
  /** Ends everything that the runtime holds on this page, for good. The session itself lives on for the next page. */
  readonly dispose: () => void;
}

/** An item at the door, where it is sold too. */
export interface SoldItem extends Item, Sale {}

interface Sale {
  /** Which answer or rule made the present state, in words. */
  readonly explain: () => Promise<Explanation>;
  /**
   * Buys it: the same as `buy` of `usher.checkout()`. A payment window is opened at once, so call it in the click.
   * @throws `input`, `static-session`, `login-required`, `purchase-in-progress`, `provider-unavailable`, `journal-unavailable`: nothing was sent then.
   * @example const purchase = await item.buy({ operation: 'ppv', amount: 499, currency: 'EUR', provider: 'demo' });
   */
  readonly buy: (values: Omit<BuyValues, 'item' | 'streamtype'>) => Promise<Purchase>;
}

/** The runtime of a platform and domain: one on a page for each, whoever asks; the settings of the first stand. */
export function createRuntime(settings: Settings<Usher>, kit: Kit, { dialect = {}, ...selling }: PageOptions = {}, browser: Browser = createBrowser(kit)): Usher {
  const { entry } = settings;
  const given = settings.persistence + settings.mode + settings.fingerprint;
  (entry.copies ??= new Set()).add(kit);
  if (!entry.runtime) {
    entry.given = given;
    entry.runtime = wire({ settings, kit, browser, dialect }, selling);
  } else if (given !== entry.given) {
    entry.warn?.('Later options are ignored');
  }
  return entry.runtime;
}

/** What a page hands over beside its settings; the script tag only the arrival. */
export interface PageOptions extends Selling {
  readonly dialect?: Partial<Dialect> | undefined;
  /** What `takeArrival` found in the address. */
  readonly arrival?: string | undefined;
}

function wire(parts: Omit<SessionOptions, 'emit' | 'loadCalls'>, { arrival, ...selling }: Omit<PageOptions, 'dialect'>): Usher {
  const { settings, browser } = parts;
  const { emit, on } = createEvents<UsherEvents>({ session: () => $session.get() });
  const loadCalls = once(async () => (await import('./calls.ts')).createCalls(options, session, selling));
  const options: SessionOptions = { ...parts, emit, loadCalls };
  const session = createSession(options);
  const { $session, $user } = session;
  const request: Request = async (area, name, values, given) => {
    const life = session.signal(); // the present one's: a call that waits for a session ends with it
    return (await loadCalls()).request(area, name, values, { life, ...given });
  };
  const { items, $purchases, loadCheckout } = createDoor({ ...options, session, request, selling, loadCalls }, arrival);
  $user.listen(() => {
    for (const [, renew] of Object.values(items.known)) void renew(); // another viewer may watch other items
  });
  const stopUpkeep = startWhenIdle(session, browser, emit as Emit, async () => {
    const { startPageUpkeep } = await import('./upkeep.ts');
    return () => startPageUpkeep({ session, request, items, browser, on, loadCheckout });
  });
  settings.entry.warn = (text) => emit('warning', text);
  const usher: Usher = {
    ...lazyActions(async () => (await import('./actions.ts')).createActions(request, session, options, loadCheckout)),
    $session,
    $user,
    start: () => session.ready().then(() => $session.get()),
    logout: () => logout(session),
    $purchases: readOnly($purchases),
    item: items.item, on,
    use: (given) => void Object.assign(selling, given),
    dispose() {
      stopUpkeep();
      session.dispose();
      if (settings.entry.runtime === usher) settings.entry.runtime = undefined;
    },
  };
  return usher;
}

/** What a page's items, and what sells them, are made of. */
type DoorParts = Omit<CheckoutOptions, 'items' | 'show' | 'emit'> & Pick<SessionOptions, 'emit'> & { readonly loadCalls: () => Promise<Calls> };

/** The items, and what sells them: it comes when something is bought, or a viewer comes back from a payment. */
function createDoor(parts: DoorParts, arrival: string | undefined): { items: Items<Sale>; $purchases: ReadableAtom<readonly PurchaseState[]>; loadCheckout: () => Promise<OwnCheckout> } {
  const { kit, selling, session, loadCalls } = parts;
  const emit = parts.emit as Emit;
  const $purchases = atom<readonly PurchaseState[]>([]);
  const loadCheckout = once(async () => (await import('./checkout/checkout.ts')).createCheckout(
    { ...parts, items, emit: emit as Emit<PurchaseEvents>, show: (purchases) => show($purchases, purchases, emit) }, arrival,
  ));
  const ask: Ask = async (reference, ...asked) => {
    session.ready().catch(nothing); // `ask` shows why
    return (await loadCalls()).ask(reference)(...asked);
  };
  const items: Items<Sale> = createItems<Sale>(ask, kit.encodeFields, emit as EmitItem, (reference) => ({
    explain: async () => (await loadCalls()).explain(items.item(reference)),
    async buy(values) {
      // In the click: nothing is awaited before it.
      const popup = selling.providers?.some(({ name, type }) => name === values?.provider && type === 'popup') && openPaymentWindow();
      return (await loadCheckout()).buyWith({ ...values, ...reference } as BuyValues, popup);
    },
  }));
  if (arrival) loadCheckout().catch(nothing);
  return { items, $purchases, loadCheckout };
}

/** Ends the session here, whatever the network does; the platform is told beside it. */
async function logout(session: SessionDriver): Promise<void> {
  const { held, $user } = session;
  const user = $user.get();
  const { tell = held.startUpkeep } = held.upkeep; // which tells when it starts
  if (session.end()) tell().catch(nothing); // what cannot be told or loaded now stays pending
  held.emit('logout', user);
  await pause(held.browser.clock, heardMs);
}

const nothing = (): void => {};

/** Actions that are loaded with the first of them. */
function lazyActions(load: () => Promise<Actions>): Actions {
  const loadOnce = once(load);
  const names = 'login allmedia system statistics call reportToken weather directoryLoginUrl setPersistence forget checkout diagnose report'.split(' ') as (keyof Actions)[]; // less to load than a list
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
