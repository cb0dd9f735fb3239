import fc from 'fast-check';
import { createUsher, isUsherError } from '../../src/index.ts';
import { createFakeUsher, type FakeUsher } from '../../src/testing/create-fake-usher.ts';
import { createTarget } from './fuzz.ts';
import { expectCleanPrototype, hostileText } from './hostile.ts';

/** A public function, with arguments that it takes. */
interface PublicFunction {
  readonly given: readonly unknown[];
  readonly call: (usher: FakeUsher, given: readonly never[]) => unknown;
}

const film = { item: 7, streamtype: 'video' } as const;
const offer = { operation: 'ppv', amount: 499, currency: 'EUR' } as const;
const provider = { name: 'card', type: 'in-page', pay: async () => ({ state: 'approved' }) };
const pageOptions = { providers: [provider], journal: true, graceMs: 1000, debug: () => {} };
const signal = (): AbortSignal => new AbortController().signal;

/** A player that never plays. Its members are not changed. */
class Player {
  get paused(): boolean {
    return true;
  }
  get currentTime(): number {
    return 0;
  }
  play(): void {}
  pause(): void {}
  addEventListener(): void {}
  removeEventListener(): void {}
}

/** The real runtime, in Node: a page that is rendered there gets typed errors. */
const createServerUsher = (): FakeUsher =>
  createUsher({ baseUrl: 'https://api.example.com/v3.1/741' }) as FakeUsher;

const settled = async (usher: FakeUsher, given: readonly never[]): Promise<unknown> => {
  const purchase = await usher.item(film).buy(offer, { provider: 'card' });
  return purchase.settled(...given);
};

/** Calls members of an object by their names. The arguments are anything. */
const member =
  (find: (usher: FakeUsher) => object | Promise<object>, name: string) =>
  async (usher: FakeUsher, given: readonly never[]): Promise<unknown> => {
    const area = (await find(usher)) as Record<string, (...given: readonly never[]) => unknown>;
    return area[name]!(...given);
  };

const onUsher = (name: keyof FakeUsher, ...given: readonly unknown[]): PublicFunction => ({
  given,
  call: member((usher) => usher, name),
});
const onItem = (name: string, ...given: readonly unknown[]): PublicFunction => ({
  given,
  call: member((usher) => usher.item(film), name),
});
const onCheckout = (name: string, ...given: readonly unknown[]): PublicFunction => ({
  given,
  call: member((usher) => usher.checkout(), name),
});
const onArea = (
  area: 'allmedia' | 'statistics' | 'system',
  name: string,
  ...given: readonly unknown[]
): PublicFunction => ({ given, call: member((usher) => usher[area](), name) });

/** Every public function that takes an argument. */
const publicFunctions: Readonly<Record<string, PublicFunction>> = {
  createUsher: {
    given: [
      {
        baseUrl: 'https://api.example.com/v3.1/741',
        domain: 741,
        persistence: 'tab',
        mode: 'auto',
        init: { gateway: 'desktop', lat: 48.1 },
        dialect: { paymentFields: 'body' },
        ...pageOptions,
      },
    ],
    call: (_usher, given) => createUsher(...(given as unknown as [never])).dispose(),
  },
  createFakeUsher: {
    given: [{ user: { id: '17' }, items: { '7/video': 'denied' }, offers: [offer], vouchers: {} }],
    call: (_usher, given) => createFakeUsher(...(given as unknown as [never])).dispose(),
  },
  'usher.item': onUsher('item', { ...film, globalId: 4 }),
  'usher.gate': {
    given: [new Player(), film, { previewSeconds: 5, load() {}, onError() {}, signal: signal() }],
    call: (usher, [element, item, options]) =>
      usher.gate(element!, item === film ? usher.item(film) : item!, options),
  },
  'usher.$query': {
    given: ['allmedia/latest', { limit: 20 }, { staleTimeMs: 0, refetchIntervalMs: 1000 }],
    call: (usher, given) =>
      usher.$query(...(given as unknown as ['allmedia/latest'])).listen(() => {}),
  },
  'usher.login': onUsher('login', { username: 'ada', password: 'x' }, { signal: signal() }),
  'usher.call': onUsher('call', 'payment/itemstate', film, { signal: signal() }),
  'usher.reportToken': onUsher('reportToken', { signal: signal() }),
  'usher.inspect': onUsher('inspect', { docs: '/docs/' }),
  'usher.setPersistence': onUsher('setPersistence', 'tab'),
  'usher.configure': onUsher('configure', pageOptions),
  'usher.on': onUsher('on', 'session', () => {}),
  'usher.grant': onUsher('grant', film, { reason: 'paid', expiresAt: 5 }),
  'usher.lose': onUsher('lose', '7/video', 'not-paid'),
  'usher.finishPurchase': onUsher('finishPurchase', { id: 'x' }, 'granted'),
  'usher.fault': onUsher('fault', 'session/keepalive: status 503, once', { hint: 'busy' }),
  'usher.setUser': onUsher('setUser', { id: '17', name: 'ada' }),
  'item.buy': onItem('buy', offer, { provider: 'card' }),
  'checkout.buy': onCheckout('buy', { ...film, ...offer }, { provider: 'card' }),
  'checkout.redeemVoucher': onCheckout('redeemVoucher', { vouchercode: 'X' }, { signal: signal() }),
  'checkout.verifyInAppPurchase': onCheckout(
    'verifyInAppPurchase',
    { transactionreceipt: 'x', ...offer },
    { signal: signal() },
  ),
  'checkout.addExternalSubscription': onCheckout(
    'addExternalSubscription',
    { subscription: 'x' },
    { signal: signal() },
  ),
  'checkout.upgradeSubscription': onCheckout('upgradeSubscription', { subscription: 5 }, {}),
  'checkout.stopRenewal': onCheckout('stopRenewal', { transactionID: 5 }, { signal: signal() }),
  'checkout.deleteFailedTransaction': onCheckout('deleteFailedTransaction', { transactionID: 5 }),
  'checkout.purchase': onCheckout('purchase', 'x'),
  'purchase.settled': { given: [{ signal: signal(), deadlineMs: 1000 }], call: settled },
  'allmedia.latest': onArea('allmedia', 'latest', { limit: 5 }, { fresh: true, signal: signal() }),
  'allmedia.byglobalid': onArea('allmedia', 'byglobalid', { globalid: 4 }, { onMissing() {} }),
  'allmedia.sources': onArea('allmedia', 'sources', { globalid: 4 }, { onItem() {} }),
  'allmedia.$query': onArea('allmedia', '$query', 'latest', { limit: 5 }, { staleTimeMs: 5 }),
  'allmedia.pages': {
    given: ['latest', { limit: 5 }, { signal: signal() }],
    async call(usher, given) {
      const { pages } = await usher.allmedia();
      return pages(...(given as unknown as ['latest'])).next();
    },
  },
  'system.languagecodes': onArea('system', 'languagecodes', {}, { fresh: true }),
  'system.$query': onArea('system', '$query', 'languagecodes', {}, { staleTimeMs: 5 }),
  'statistics.realtime': onArea('statistics', 'realtime', { streamtype: 'video' }, {}),
  'statistics.$query': onArea('statistics', '$query', 'realtime', { streamtype: 'video' }, {}),
};

const fakeOptions = { user: { id: '17', name: 'ada' }, offers: [offer] };

/** Functions that only the runtime for tests has. */
const onlyInFake = ['grant', 'lose', 'finishPurchase', 'fault', 'setUser'].map(
  (name) => `usher.${name}`,
);

/** Values that no function asks for. */
const strange = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, '', 0, -1, NaN, Infinity, true, false, 10n),
  fc.constantFrom<unknown>(Symbol('x'), [], {}, [null], () => {}, new Date(NaN), new Map()),
  fc.constant(null).map(() => {
    const circle: Record<string, unknown> = {};
    return Object.assign(circle, { circle });
  }),
  fc.constant(null).map(() => Object.create(null) as unknown),
  hostileText,
);

/** One change of the arguments: of a whole one, or of a member of it. */
interface Change {
  readonly index: number;
  readonly member: string | undefined;
  readonly value: unknown;
}

const memberNames = ['signal', 'provider', 'streamtype', 'amount', 'constructor', '__proto__'];

const anyChange: fc.Arbitrary<Change> = fc.record({
  index: fc.nat(2),
  member: fc.option(fc.oneof(fc.nat(8).map(String), fc.constantFrom(...memberNames)), {
    nil: undefined,
  }),
  value: strange,
});

/** The arguments with the changes. A number as `member` is the place of a member. */
function changed(given: readonly unknown[], changes: readonly Change[]): unknown[] {
  const result = [...given];
  for (const { index, member: name, value } of changes) {
    const before = result[index];
    if (name === undefined || Object(before) !== before || typeof before === 'function') {
      result[index] = value;
      continue;
    }
    const copy = { ...(before as object) };
    const key = Object.keys(copy)[Number(name)] ?? name;
    Object.defineProperty(copy, key, { value, enumerable: true, configurable: true });
    result[index] = copy;
  }
  return result;
}

/** Collects the errors that no caller gets. Those of a gate are uncaught errors of the page. */
function collectUncaught(): { readonly take: () => unknown; readonly stop: () => void } {
  const events = ['uncaughtException', 'unhandledRejection'] as const;
  const before = events.map((event) => process.listeners(event as 'uncaughtException'));
  let found: unknown;
  const note = (error: unknown): void => {
    if (!isUsherError(error, 'input')) found ??= error;
  };
  for (const event of events) process.removeAllListeners(event).on(event, note);
  return {
    take() {
      const error = found;
      found = undefined;
      return error;
    },
    stop() {
      events.forEach((event, index) => {
        process.removeAllListeners(event);
        for (const listener of before[index]!) process.on(event as 'uncaughtException', listener);
      });
    },
  };
}

/** How long a call may take here. What waits longer ends with the runtime. */
const waitMs = 20;
const limitMs = 2000;

const wait = async (ms: number): Promise<'late'> =>
  new Promise((resolve) => {
    setTimeout(() => resolve('late'), ms);
  });

export const argumentsTarget = createTarget({
  name: 'arguments',
  about: 'arguments of public functions: an error that names what is wrong, or none',
  values: fc.record({
    place: fc.constantFrom('page' as const, 'server' as const),
    name: fc.constantFrom(...Object.keys(publicFunctions)),
    changes: fc.array(anyChange, { minLength: 1, maxLength: 2 }),
  }),
  async open() {
    const uncaught = collectUncaught();
    return {
      close: async () => uncaught.stop(),
      async holds({ place, name, changes }) {
        const { given, call } = publicFunctions[name]!;
        const usher = place === 'server' ? createServerUsher() : createFakeUsher(fakeOptions);
        if (place === 'server' && onlyInFake.includes(name)) return;
        const made = (async () => call(usher, changed(given, changes) as never[]))();
        const ended = made.catch((error: unknown) => {
          if (!isUsherError(error)) throw error;
          return error;
        });
        ended.catch(() => {}); // thrown below
        await Promise.race([ended, wait(waitMs)]);
        usher.dispose();
        if ((await Promise.race([ended, wait(limitMs)])) === 'late') {
          throw new Error(`${name} does not settle`);
        }
        const error = uncaught.take();
        if (error !== undefined) throw error;
        expectCleanPrototype();
      },
    };
  },
});
