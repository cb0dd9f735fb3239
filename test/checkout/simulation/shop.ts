import type { Tab as PageTab } from '../../../src/browser/tab.ts';
import type { Payment, Provider } from '../../../src/checkout/providers/provider.ts';
import type { PageOptions } from '../../../src/runtime/page-options.ts';
import { between, createChance } from '../../session/simulation/chance.ts';
import { createDevice, key, pageAddress } from '../../session/simulation/device.ts';
import type { Device, Selling } from '../../session/simulation/simulated-device.ts';
import { createDurableRecords } from '../../session/simulation/durable-records.ts';
import type { LoadedRuntime } from '../../session/simulation/load-runtime.ts';
import { createVirtualTime } from '../../session/simulation/virtual-time.ts';
import { createPayments } from './payments.ts';
import { createProvider } from './provider.ts';
import { createWatch, entriesOf } from './watch.ts';
import type { Shop } from './simulated-shop.ts';
import { watchTab } from './watch-tab.ts';

export function createShop(seed: number, loaded: LoadedRuntime): Shop {
  const time = createVirtualTime();
  const chance = createChance(seed);
  const provider = createProvider(chance);
  const payments = createPayments(provider);
  const journal = createDurableRecords(time, chance, () => watch.committed());
  const locksOf = createLocks(seed, (tab) => isGone(device, tab));
  const selling: Selling = {
    answers: payments.answers,
    isBusy: journal.isBusy,
    extrasOf: (place, name) => ({
      options: optionsOf(shop, name),
      browser: (owner) => ({
        journal: journal.use(owner),
        tab: pageTab(shop, place, name, locksOf(name)),
        fetch: watchedFetch(shop, name, device.network.fetchFor(owner, name)),
      }),
    }),
  };
  const made = createDevice(
    { seed, renames: false, hasStorage: true },
    loaded,
    selling,
    time,
    chance,
  );
  const device: Device = {
    ...made,
    open(...given) {
      const tab = made.open(...given);
      watchTab(shop, tab);
      return tab;
    },
  };
  const shop: Shop = {
    device,
    journal,
    payments,
    provider,
    arrivals: [],
    closed: [],
    forgotBy: new Set(),
    killAfter: 0,
    entries: () => entriesOf(journal.get(key)),
    get watch() {
      return watch;
    },
  };
  const watch = createWatch(shop);
  return shop;
}

const isGone = ({ history }: Device, tab: string): boolean =>
  history.lives.findLast((life) => life.tab === tab)?.is === 'gone';

/** A page's view of the locks that show other tabs that it is alive. */
type Locks = Pick<PageTab, 'hold' | 'isGone'>;

/** One browser in four has no locks. */
function createLocks(seed: number, isClosed: (tab: string) => boolean): (tab: string) => Locks {
  if (seed % 4 === 0) return () => ({ hold: async () => undefined, isGone: async () => false });
  const held = new Map<string, { readonly tab: string; count: number }>();
  return (tab) => ({
    async hold(name) {
      const lock = held.get(name) ?? { tab, count: 0 };
      lock.count++;
      held.set(name, lock);
      return () => void lock.count--;
    },
    isGone: async (name) => {
      const lock = held.get(name);
      return !lock?.count || isClosed(lock.tab);
    },
  });
}

/** The time in ms until a page that was sent to another address is gone. */
const leavingMs = 30;

function pageTab(
  { device, provider, payments }: Shop,
  place: number,
  name: string,
  locks: Locks,
): PageTab {
  return {
    href: () => pageAddress,
    go(url) {
      const { searchParams } = new URL(url);
      const payment = JSON.parse(searchParams.get('payment')!) as Payment;
      if (payments.transactions.get(payment.transactionId)?.amount !== String(payment.amount)) {
        device.history.errors.push(`another amount: ${url}`);
      }
      device.time.schedule(between(device.chance, 1, leavingMs), () => {
        if (device.tabs.get(place)?.name !== name) return;
        provider.visits.push({ payment });
        device.close(place);
      });
    },
    isForeignFrame: () => false,
    tellOpener: () => {},
    onMessage: () => () => {},
    ...locks,
    isPaymentWindow: () => false,
    close: () => {},
  };
}

function optionsOf(shop: Shop, tab: string): PageOptions {
  const { provider, device } = shop;
  const redirect: Provider = {
    name: 'redirect',
    type: 'redirect',
    url: (payment) => `https://pay.test/?payment=${encodeURIComponent(JSON.stringify(payment))}`,
  };
  const inPage: Provider = {
    name: 'in-page',
    type: 'in-page',
    pay: (payment, { signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('the session has ended')));
        provider.visits.push({
          payment,
          answer(outcome) {
            if (!outcome) return reject(new Error('out of order'));
            if (isGone(device, tab) || signal.aborted) return;
            shop.arrivals.push({
              address: '',
              transactionID: payment.transactionId,
              outcome: outcome.outcome,
              tab,
              at: device.time.now(),
            });
            resolve(outcome);
          },
        });
      }),
  };
  return { providers: [redirect, inPage] };
}

/** Checks each request before it leaves. */
function watchedFetch(
  shop: Shop,
  name: string,
  fetch: typeof globalThis.fetch,
): typeof globalThis.fetch {
  const base = new URL(shop.device.baseUrl).pathname.length + 1;
  return (url, init) => {
    const { pathname, search } = new URL(url as string);
    const user = [...shop.device.tabs.values()]
      .find((tab) => tab.name === name)
      ?.usher.$user.get()?.id;
    if (!init?.signal?.aborted) {
      shop.watch.leaves(
        { id: pathname.slice(base), values: new URLSearchParams(search), tab: name },
        user,
      );
    }
    return fetch(url, init);
  };
}
