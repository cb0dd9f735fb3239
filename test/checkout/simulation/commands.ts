import fc from 'fast-check';
import type { ProviderOutcome } from '../../../src/checkout/providers/provider.ts';
import type { SessionRecord } from '../../../src/session/saved-session.ts';
import { key, pageAddress } from '../../session/simulation/device.ts';
import type { DurableMood } from '../../session/simulation/durable-records.ts';
import type { Mishap, NetworkMood } from '../../session/simulation/network.ts';
import type { Tab } from '../../session/simulation/simulated-device.ts';
import type { Act } from './provider.ts';
import type { Shop } from './simulated-shop.ts';

/** What can be bought: an item, or a subscription. */
const deals = [
  { operation: 'ppv', item: 7, streamtype: 'video' },
  { operation: 'subscription', subscriptionDuration: 1 },
] as const;
const amounts = [499, 399] as const;

/**
 * One event. An event in a tab opens the tab when it is missing. `visit` counts the visits to the
 * provider, starting with the latest.
 */
export type Command =
  | { readonly does: 'open'; readonly tab: number }
  | { readonly does: 'close'; readonly tab: number }
  | { readonly does: 'freeze'; readonly tab: number }
  | { readonly does: 'thaw'; readonly tab: number }
  | { readonly does: 'logout'; readonly tab: number }
  | { readonly does: 'start'; readonly tab: number }
  | { readonly does: 'login'; readonly tab: number; readonly user: number }
  | {
      readonly does: 'buy';
      readonly tab: number;
      readonly deal: 0 | 1;
      readonly amount: 0 | 1;
      readonly provider: 'redirect' | 'in-page';
      readonly times: number;
    }
  | {
      readonly does: 'pay';
      readonly tab: number;
      readonly visit: number;
      readonly act: Act;
      readonly returns: boolean;
    }
  | { readonly does: 'again'; readonly tab: number; readonly arrival: number }
  | {
      readonly does: 'forge';
      readonly tab: number;
      readonly kind: 'unknown' | 'foreign' | 'tampered';
    }
  | { readonly does: 'wait'; readonly ms: number }
  | { readonly does: 'sleep' | 'kill' | 'jump'; readonly ms: number }
  | { readonly does: 'network'; readonly is: NetworkMood }
  | {
      readonly does: 'mishap';
      readonly kind: Mishap;
      readonly of: 'preparetransaction' | 'finishtransaction' | 'itemstate';
      readonly count: number;
    }
  | { readonly does: 'journal'; readonly is: DurableMood }
  | { readonly does: 'mistake'; readonly user: 1 | 2 | null }
  | { readonly does: 'restart' }
  | { readonly does: 'check' | 'forget' | 'verify'; readonly tab: number }
  | {
      readonly does: 'listen';
      readonly tab: number;
      readonly calls: Reaction;
      readonly times: number;
    }
  | { readonly does: 'killAfter'; readonly writes: number };

/** The calls that a listener of the page makes. */
type Reaction = 'buy' | 'check' | 'logout' | 'forget';

type Of<Does extends Command['does']> = Extract<Command, { readonly does: Does }>;

/** The deadline of `buy`: the session is ready, and the journal has the purchase (2 s). */
const buyWithinMs = 32_000;
const loginWithinMs = 30_000;
const logoutWithinMs = 2000;
/**
 * Three journal reads and writes of at most 2 s each, the notice to other tabs, and what IndexedDB
 * keeps of the session.
 */
const forgetWithinMs = 16_000;
/** A start, and a read with its repeats. */
const checkWithinMs = 62_000;
/** A start, and one attempt. */
const verifyWithinMs = 42_000;
/** How long a page waits for a purchase. */
const settledWithinMs = 90_000;
/** The deadline of a start, as in the simulation of sessions. */
const startWithinMs = 30_000;

function present({ device }: Shop, place: number): Tab {
  return device.tabs.get(place) ?? openAt(device, place, pageAddress);
}

function openAt(device: Shop['device'], place: number, address: string): Tab {
  const tab = device.open(place, true, address);
  tab.call('start', startWithinMs, (usher) => usher.start());
  return tab;
}

export function login(tab: Tab, user: number): void {
  tab.call('login', loginWithinMs, (usher) =>
    usher.login({ provider: 'manual', username: `viewer${user}`, password: 'x' }),
  );
}

function buy(tab: Tab, { deal, amount, provider, times }: Of<'buy'>): void {
  const { item, streamtype, ...rest } = { item: undefined, streamtype: undefined, ...deals[deal] };
  const values = { ...rest, amount: amounts[amount], currency: 'EUR', provider };
  for (let click = 0; click < times; click++) {
    tab.call('buy', buyWithinMs, async (usher) => {
      const purchase = await (item
        ? usher.item({ item, streamtype }).buy(values)
        : (await usher.checkout()).buy(values));
      tab.call('settled', settledWithinMs, () => purchase.settled({ deadlineMs: settledWithinMs }));
    });
  }
}

const addressOf = (returnUrl: string, outcome: ProviderOutcome): string =>
  `${returnUrl}&${new URLSearchParams(Object.entries(outcome).map(([name, value]) => [name, String(value)])).toString()}`;

/** The viewer acts at the provider, and may return: to the page that waits, or in a tab. */
function pay(shop: Shop, { tab: place, visit, act, returns }: Of<'pay'>): void {
  const { provider, device, arrivals } = shop;
  if (!provider.visits.length) return;
  const index = provider.visits.length - 1 - (visit % provider.visits.length);
  const { payment, answer } = provider.visits[index]!;
  const outcome = provider.act(payment, act, device.worldNow());
  if (!returns) return;
  if (answer) {
    provider.visits.splice(index, 1); // an in-page payment answers once
    return answer(outcome);
  }
  if (!outcome) return;
  const address = addressOf(payment.returnUrl, outcome);
  const tab = openAt(device, place, address);
  arrivals.push({
    address,
    transactionID: payment.transactionId,
    outcome: outcome.outcome,
    tab: tab.name,
    at: device.time.now(),
  });
}

/**
 * A return that no provider made: with an unknown state, with the state of another domain, or with
 * the viewer's own state and a false token.
 */
function forge({ provider, device }: Shop, { tab, kind }: Of<'forge'>): void {
  const own = provider.visits.at(-1)?.payment.returnUrl;
  const returnUrl =
    kind === 'tampered' && own
      ? own
      : `${pageAddress}?usher-return=${kind === 'foreign' ? '742' : '741'}.0123456789abcdef`;
  openAt(device, tab, addressOf(returnUrl, { outcome: 'approved', token: 'forged' }));
}

function closeJournal({ journal, closed, device }: Shop, mood: DurableMood): void {
  journal.behave(mood);
  const open = closed.find(({ to }) => to === Infinity);
  if (mood !== 'ok' && !open) closed.push({ from: device.time.now(), to: Infinity });
  if (mood === 'ok' && open) open.to = device.time.now();
}

type InTab =
  | Of<'login' | 'buy' | 'freeze' | 'thaw' | 'logout' | 'start' | 'listen'>
  | { readonly does: 'check' | 'forget' | 'verify'; readonly tab: number };

/** Each call sends a new receipt. */
let receipts = 0;

/** The user of the session that the next page continues. */
const savedUser = ({ device }: Shop): string | undefined =>
  (JSON.parse(device.mirror.get(key) ?? 'null') as SessionRecord | null)?.session?.user?.id;

function call(shop: Shop, tab: Tab, does: Reaction | 'start' | 'verify'): void {
  switch (does) {
    case 'buy':
      return buy(tab, { does: 'buy', tab: 0, deal: 0, amount: 0, provider: 'in-page', times: 1 });
    case 'check':
      return tab.call('check', checkWithinMs, (usher) =>
        usher.item({ item: 7, streamtype: 'video' }).check(),
      );
    case 'logout':
      return tab.call('logout', logoutWithinMs, (usher) => usher.logout());
    case 'forget':
      shop.forgotBy.add(tab.usher.$user.get()?.id).add(savedUser(shop));
      return tab.call('forget', forgetWithinMs, (usher) => usher.forget());
    case 'start':
      return tab.call('start', startWithinMs, (usher) => usher.start());
    case 'verify':
      return tab.call('verify', verifyWithinMs, async (usher) =>
        (await usher.checkout()).verifyInAppPurchase({
          operation: 'ppv',
          provider: 'go',
          receipt: `receipt ${++receipts}`,
        }),
      );
  }
}

/** Lets listeners of a page call the runtime, up to `times` calls. */
function listen(shop: Shop, tab: Tab, { calls, times }: Of<'listen'>): void {
  let left = times;
  const react = (): void => {
    if (left-- > 0) call(shop, tab, calls);
  };
  tab.usher.$purchases.listen(react);
  tab.usher.on('purchase', react);
  tab.usher.on('identity-changed', react);
  tab.usher.on('session', react);
}

function inTab(shop: Shop, tab: Tab, command: InTab): void {
  if (command.does === 'freeze') return tab.freeze();
  if (command.does === 'thaw') return tab.thaw();
  if (tab.is() === 'frozen') return; // a frozen page calls nothing
  if (command.does === 'login') login(tab, command.user);
  else if (command.does === 'buy') buy(tab, command);
  else if (command.does === 'listen') listen(shop, tab, command);
  else call(shop, tab, command.does);
}

function elsewhere(
  shop: Shop,
  command: Exclude<Command, { readonly tab: number } | Of<'wait'>>,
): void {
  const { device } = shop;
  switch (command.does) {
    case 'sleep':
      return device.sleep(command.ms);
    case 'kill':
      return device.kill(command.ms);
    case 'jump':
      return device.jump(command.ms);
    case 'network':
      return device.setNetwork(command.is);
    case 'mishap':
      return device.network.mishap(command.kind, command.count, `payment/${command.of}`);
    case 'journal':
      return closeJournal(shop, command.is);
    case 'mistake':
      return device.platform.mistake(command.user === null ? null : String(command.user));
    case 'restart':
      return device.restart();
    case 'killAfter':
      return void (shop.killAfter = command.writes);
  }
}

export async function perform(shop: Shop, command: Command): Promise<void> {
  const { device } = shop;
  device.history.story.push(
    `${(device.worldNow() / 1000).toFixed(3)} s: ${JSON.stringify(command)}`,
  );
  if (command.does === 'wait') await device.pass(command.ms);
  else if (!('tab' in command)) elsewhere(shop, command);
  else if (command.does === 'pay') pay(shop, command);
  else if (command.does === 'forge') forge(shop, command);
  else if (command.does === 'open') openAt(device, command.tab, pageAddress);
  else if (command.does === 'close') device.close(command.tab);
  else if (command.does === 'again') {
    const addresses = shop.arrivals.filter(({ address }) => address);
    if (addresses.length) {
      openAt(device, command.tab, addresses[command.arrival % addresses.length]!.address);
    }
  } else inTab(shop, present(shop, command.tab), command);
  await device.pass(0);
}

/** Ends all faults, and wakes every frozen tab. */
export async function heal(shop: Shop): Promise<void> {
  const { device } = shop;
  device.history.story.push(`${(device.worldNow() / 1000).toFixed(3)} s: all is well`);
  shop.killAfter = 0;
  device.network.heal();
  closeJournal(shop, 'ok');
  device.platform.mistake(undefined);
  device.setNetwork('up');
  for (const tab of device.tabs.values()) tab.thaw();
  await device.pass(0);
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

const is = <Does extends string>(does: Does): fc.Arbitrary<Does> => fc.constant(does);

const anyBuy = (tab: fc.Arbitrary<number>): fc.Arbitrary<Command> =>
  fc.record({
    does: is('buy'),
    tab,
    deal: fc.constantFrom(0, 0, 0, 1),
    amount: fc.constantFrom(0, 0, 0, 0, 1),
    provider: fc.constantFrom('redirect', 'redirect', 'in-page'),
    times: fc.constantFrom(1, 1, 2, 10),
  });

const anyPay = (tab: fc.Arbitrary<number>): fc.Arbitrary<Command> =>
  fc.record({
    does: is('pay'),
    tab,
    visit: fc.constantFrom(0, 0, 0, 1, 2),
    returns: fc.constantFrom(true, true, true, true, false),
    act: fc.constantFrom(
      'approve',
      'approve',
      'approve',
      'approve',
      'pending',
      'pending',
      'decline',
      'decline-bare',
      'refuse',
      'cancel',
      'break',
    ),
  });

const anyMishap: fc.Arbitrary<Command> = fc.record({
  does: is('mishap'),
  kind: fc.constantFrom(
    'lost',
    'lost',
    'unanswered',
    'stalls',
    'dropped',
    'late',
    '401',
    '401',
    '500',
    '503',
    'html',
    'forbidden',
  ),
  of: fc.constantFrom('finishtransaction', 'finishtransaction', 'preparetransaction', 'itemstate'),
  count: fc.integer({ min: 1, max: 4 }),
});

/** A viewer buys, and has time to pay. Random commands alone seldom get that far. */
function anyJourney(tabs: number): fc.Arbitrary<readonly Command[]> {
  const tab = fc.integer({ min: 0, max: tabs - 1 });
  const mishaps = fc.array(anyMishap, { maxLength: 1 });
  const wait = fc.integer({ min: 400, max: 1500 }).map((ms): Command => ({ does: 'wait', ms }));
  return fc
    .tuple(mishaps, anyBuy(tab), wait, mishaps, anyPay(tab))
    .map(([before, buys, waits, between, pays]) => [...before, buys, waits, ...between, pays]);
}

/**
 * A session is lost during a payment, and the viewer is unknown for a while. The next session has
 * the same user, or another one.
 */
function anyUnknownViewer(tabs: number): fc.Arbitrary<readonly Command[]> {
  const tab = fc.integer({ min: 0, max: tabs - 1 });
  const wait = fc.integer({ min: 1, max: 800 }).map((ms): Command => ({ does: 'wait', ms }));
  const cut = fc.record({ does: is('network'), is: fc.constantFrom('refuses', 'silent', 'up') });
  const mistake = fc.array(fc.record({ does: is('mistake'), user: fc.constantFrom(1, 2, null) }), {
    maxLength: 1,
  });
  const close = fc.array(
    tab.map((place): Command => ({ does: 'open', tab: place })),
    { maxLength: 1 },
  );
  return fc
    .tuple(anyBuy(tab), wait, mistake, tab, wait, cut, close, wait, anyPay(tab), wait)
    .map(
      ([
        buys,
        first,
        mistakes,
        place,
        second,
        cuts,
        opens,
        third,
        pays,
        last,
      ]): readonly Command[] => [
        buys,
        first,
        ...mistakes,
        { does: 'restart' },
        { does: 'check', tab: place },
        second,
        cuts,
        ...opens,
        third,
        pays,
        last,
        { does: 'network', is: 'up' },
      ],
    );
}

/** How much more frequent a wanted command is. */
const wantedFactor = 8;

/** Any command in one of the first tabs. Usual commands are more frequent, and those of `often`. */
function anyCommand(tabs: number, often: readonly Command['does'][]): fc.Arbitrary<Command> {
  const tab = fc.integer({ min: 0, max: tabs - 1 });
  const waits = fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 500 }) },
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 50 }).map((seconds) => seconds * second) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 20 }).map((minutes) => minutes * minute) },
  );
  const onTab = (
    command:
      'open' | 'close' | 'freeze' | 'thaw' | 'logout' | 'start' | 'check' | 'forget' | 'verify',
  ): fc.Arbitrary<Command> => fc.record({ does: is(command), tab });
  const weighted: readonly (readonly [number, Command['does'], fc.Arbitrary<Command>])[] = [
    [8, 'wait', fc.record({ does: is('wait'), ms: waits })],
    [5, 'buy', anyBuy(tab)],
    [8, 'pay', anyPay(tab)],
    [2, 'again', fc.record({ does: is('again'), tab, arrival: fc.nat({ max: 5 }) })],
    [
      1,
      'forge',
      fc.record({
        does: is('forge'),
        tab,
        kind: fc.constantFrom('unknown', 'foreign', 'tampered', 'tampered'),
      }),
    ],
    [2, 'open', onTab('open')],
    [2, 'close', fc.oneof(onTab('close'), onTab('start'))],
    [2, 'freeze', fc.oneof(onTab('freeze'), onTab('thaw'))],
    [3, 'login', fc.record({ does: is('login'), tab, user: fc.constantFrom(1, 1, 2) })],
    [1, 'logout', onTab('logout')],
    [
      1,
      'sleep',
      fc.record({ does: is('sleep'), ms: fc.constantFrom(40 * second, 20 * minute, 26 * hour) }),
    ],
    [
      3,
      'kill',
      fc.record({ does: is('kill'), ms: fc.constantFrom(5 * second, 60 * second, 1000 * hour) }),
    ],
    [
      1,
      'jump',
      fc.record({
        does: is('jump'),
        ms: fc.constantFrom(-hour, -30 * second, 10 * minute, 25 * hour),
      }),
    ],
    [
      2,
      'network',
      fc.record({
        does: is('network'),
        is: fc.constantFrom('up', 'up', 'refuses', 'silent', 'slow'),
      }),
    ],
    [5, 'mishap', anyMishap],
    [
      2,
      'journal',
      fc.record({
        does: is('journal'),
        is: fc.constantFrom('ok', 'ok', 'hangs', 'rejects', 'full'),
      }),
    ],
    [1, 'mistake', fc.record({ does: is('mistake'), user: fc.constantFrom(1, 2, null) })],
    [1, 'restart', fc.constant({ does: 'restart' as const })],
    [2, 'verify', onTab('verify')],
    [1, 'check', onTab('check')],
    [1, 'forget', onTab('forget')],
    [
      1,
      'listen',
      fc.record({
        does: is('listen'),
        tab,
        calls: fc.constantFrom('buy', 'check', 'logout', 'forget'),
        times: fc.constantFrom(1, 1, 2, 3),
      }),
    ],
    [1, 'killAfter', fc.record({ does: is('killAfter'), writes: fc.integer({ min: 1, max: 8 }) })],
  ];
  return fc.oneof(
    ...weighted.map(([usual, does, arbitrary]) => ({
      weight: often.includes(does) ? usual * wantedFactor : usual,
      arbitrary,
    })),
  );
}

/** Any sequence of commands, with a seed for all other random values. */
export interface Sequence {
  readonly seed: number;
  readonly commands: readonly Command[];
}

const longest = 16;

/** @param often commands that come more frequently than usual */
export function anySequence(
  tabs: number,
  often: readonly Command['does'][] = [],
): fc.Arbitrary<Sequence> {
  const part = fc.oneof(
    {
      weight: 6,
      arbitrary: anyCommand(tabs, often).map((command): readonly Command[] => [command]),
    },
    { weight: 1, arbitrary: anyJourney(tabs) },
    { weight: 1, arbitrary: anyUnknownViewer(tabs) },
  );
  return fc.record({
    seed: fc.nat(),
    commands: fc
      .array(part, { minLength: 1, maxLength: longest, size: 'max' })
      .map((parts) => parts.flat()),
  });
}
