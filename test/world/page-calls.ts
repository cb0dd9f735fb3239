import type { Checkout, User, Usher } from '../../src/index.ts';
import { buy, buyOffer, rawPrepare } from './buy-calls.ts';
import type { PlainCall, WorldEvent } from './events.ts';
import { count } from './facts.ts';
import { noteErasure } from './judges/erasure.ts';
import {
  noteLogin,
  noteLookup,
  noteRead,
  noteReceipts,
  noteReport,
  noteToken,
} from './judges/shown.ts';
import type { WorldPage } from './page.ts';
import { play } from './players.ts';
import { viewers } from './viewers.ts';
import { withinMs } from './within-ms.ts';
import type { World } from './world.ts';

type CallEvent =
  | { readonly does: PlainCall }
  | Extract<WorldEvent, { readonly does: 'login' | 'consent' | 'buy' | 'buy offer' }>;

const isLogin = (event: CallEvent): event is Extract<WorldEvent, { does: 'login' }> =>
  event.does === 'login';
const isConsent = (event: CallEvent): event is Extract<WorldEvent, { does: 'consent' }> =>
  event.does === 'consent';
const isBuyOffer = (event: CallEvent): event is Extract<WorldEvent, { does: 'buy offer' }> =>
  event.does === 'buy offer';
const isBuy = (event: CallEvent): event is Extract<WorldEvent, { does: 'buy' }> =>
  event.does === 'buy';

let marks = 0;

/** Each call has a text of its own, by which its requests are found. */
export const nextMark = (): string => String(++marks);

/** Makes a call in a page that is awake. */
export function callInPage(world: World, page: WorldPage, event: CallEvent): void {
  if (isLogin(event)) return login(world, page, event);
  if (isConsent(event)) return consent(world, page, event.to);
  if (isBuy(event)) return buy(world, page, event);
  if (isBuyOffer(event)) return buyOffer(world, page, event);
  return plain[event.does](world, page);
}

/** A viewer who cancels a login does so while it is under way. */
const abortAfterMs = 120;

function login(
  world: World,
  page: WorldPage,
  { viewer, how }: Extract<WorldEvent, { does: 'login' }>,
): void {
  const { name, password, hash } = viewers[viewer]!;
  const mark = nextMark();
  if (how === 'raw') {
    const values = { provider: 'manual', username: name, password, host: mark };
    void page.call('raw login', withinMs.login, (usher) => usher.call('session/login', values));
    return;
  }
  const abort = new AbortController();
  const given = how === 'wrong' ? 'wrong' : password;
  const { signal } = abort;
  const run = (usher: Usher): Promise<User> =>
    how === 'by hash'
      ? usher.login({ provider: 'hash', token: hash, host: mark }, { signal })
      : usher.login({ username: name, password: given, host: mark }, { signal });
  void page
    .call('login', withinMs.login, run, mark)
    .then((user) => noteLogin(world, page, viewers[viewer]!, user));
  if (how === 'aborted') {
    world.time.schedule(abortAfterMs, () => abort.abort(), page.pace.owner);
  }
}

function consent(world: World, page: WorldPage, to: 'device' | 'tab' | 'none'): void {
  const erasure = to === 'none' ? noteErasure(world, page, 'withdraw') : undefined;
  void page
    .call(to === 'none' ? 'withdraw' : 'consent', withinMs.forget, async (usher) => {
      await usher.setPersistence(to);
      return true;
    })
    .then((isDone) => erasure?.(isDone === true));
}

type Plain = (world: World, page: WorldPage) => void;

/** A call of the page. Default: its result does not matter. */
const calls =
  (
    name: string,
    limitMs: number,
    run: (usher: Usher, mark: string) => Promise<unknown>,
    note: (world: World, page: WorldPage, result: unknown) => void = () => {},
  ): Plain =>
  (world, page) => {
    const mark = nextMark();
    void page
      .call(name, limitMs, (usher) => run(usher, mark), mark)
      .then((result) => note(world, page, result));
  };

/**
 * A call of checkout. A page gets checkout first, and then makes the call for the viewer whom it
 * shows by then: the runtime cannot know for whom the page wanted checkout.
 */
const checkoutCalls =
  (name: string, run: (checkout: Checkout, mark: string) => Promise<unknown>): Plain =>
  ({ facts }, page) => {
    const mark = nextMark();
    const getAndCall = async (usher: Usher): Promise<unknown> => {
      const checkout = await usher.checkout();
      const user = usher.$user.get();
      facts.calls.find((call) => call.mark === mark)!.user = user && user.id;
      return run(checkout, mark);
    };
    void page.call(name, withinMs.once, getAndCall, mark);
  };

/** The first purchase that the page shows and that a viewer can act on. */
const anyPurchase = (usher: Usher): string | undefined => usher.$purchases.get()[0]?.id;

async function withPurchase(usher: Usher, act: 'resume' | 'abandon'): Promise<unknown> {
  const id = anyPurchase(usher);
  const purchase = id && (await (await usher.checkout()).purchase(id));
  return purchase ? purchase[act]() : undefined;
}

const plain: Readonly<Record<PlainCall, Plain>> = {
  start: calls('start', withinMs.start, (usher) => usher.start()),
  read: calls(
    'read',
    withinMs.read,
    (usher, mark) => usher.call('allmedia/latest', { start: Number(mark) }),
    noteRead,
  ),
  mutate: calls('mutate', withinMs.once, (usher, host) =>
    usher.call('session/generatedirectoryloginurl', { host }),
  ),
  check: calls('check', withinMs.check, (usher) =>
    usher.item({ item: 7, streamtype: 'video' }).check(),
  ),
  claim: calls('claim', withinMs.check, (usher) =>
    usher.item({ item: 7, streamtype: 'video' }).claim(),
  ),
  'raw claim': calls('claim', withinMs.once, (usher) =>
    usher.call('payment/itemstate', {
      item: 7,
      streamtype: 'video',
      performTransactionIfPossible: true,
    }),
  ),
  logout: calls('logout', withinMs.logout, (usher) => usher.logout()),
  forget(world, page) {
    const erasure = noteErasure(world, page, 'forget');
    void page
      .call('forget', withinMs.forget, async (usher) => {
        await usher.forget();
        return true;
      })
      .then((isDone) => erasure(isDone === true));
  },
  'report token'(world, page) {
    const calledAt = world.now();
    void page
      .call('report token', withinMs.read, (usher) => usher.reportToken())
      .then((token) => noteToken(world, page, token, calledAt));
  },
  'support report'(world, page) {
    void page
      .call('support report', withinMs.once, (usher) => usher.supportReport())
      .then((report) => noteReport(world, page, report));
  },
  receipts(world, page) {
    void page
      .call('receipts', withinMs.start, async (usher) => (await usher.checkout()).receipts())
      .then((receipts) => noteReceipts(world, page, receipts));
  },
  voucher: checkoutCalls('voucher', (checkout, mark) =>
    checkout.redeemVoucher({ vouchercode: `code-${mark}` }),
  ),
  'in-app': checkoutCalls('in-app', (checkout, mark) =>
    checkout.verifyInAppPurchase({ operation: 'ppv', provider: 'go', receipt: `receipt-${mark}` }),
  ),
  external: checkoutCalls('external', (checkout, mark) =>
    checkout.addExternalSubscription({ validUntil: 1_900_000_000 + Number(mark) }),
  ),
  'stop renewal': calls('stop renewal', withinMs.once, async (usher) => {
    const checkout = await usher.checkout();
    const [receipt] = await checkout.receipts();
    return receipt && checkout.stopRenewal({ transactionID: receipt.transactionId });
  }),
  'delete failed': calls('delete failed', withinMs.once, async (usher) => {
    const failed = usher.$purchases.get().find(({ status }) => status === 'failed');
    if (!failed?.transactionId) return;
    await (await usher.checkout()).deleteFailedTransaction({ transactionID: failed.transactionId });
  }),
  resume: calls('resume', withinMs.buy, (usher) => withPurchase(usher, 'resume')),
  abandon: calls('abandon', withinMs.once, (usher) => withPurchase(usher, 'abandon')),
  'look up purchases'(world, page) {
    void page
      .call('look up purchases', withinMs.once, (usher) => usher.checkout())
      .then((checkout) => checkout && noteLookup(world, page, checkout));
  },
  'payment return': calls('payment return', withinMs.journal, async (usher) => {
    const checkout = await usher.checkout();
    return Promise.race([checkout.paymentReturn(), checkout.storedPaymentReturn()]);
  }),
  'follow lists'(world, page) {
    followLists(world, page);
  },
  'raw prepare': rawPrepare,
  'raw finish': calls('raw finish', withinMs.once, (usher) => {
    const open = usher.$purchases
      .get()
      .find(({ transactionId, status }) => transactionId && status === 'awaiting-provider');
    if (!open) return Promise.resolve();
    return usher.call('payment/finishtransaction', {
      transactionID: open.transactionId!,
      token: 'forged',
    });
  }),
  'raw logout': calls('raw logout', withinMs.once, (usher) => usher.call('session/logout')),
  diagnose: calls('diagnose', withinMs.once, (usher) => usher.diagnose()),
  upgrade: checkoutCalls('upgrade', (checkout) =>
    checkout.upgradeSubscription({ transactionID: '9007199254740993001', amount: 100 }),
  ),
  subscriptions(world, page) {
    void page
      .call('subscriptions', withinMs.start, async (usher) =>
        (await usher.checkout()).subscriptions(),
      )
      .then((receipts) => noteReceipts(world, page, receipts));
  },
  offers: calls('offers', withinMs.start, async (usher) => (await usher.checkout()).offers()),
  'unknown returns': calls('unknown returns', withinMs.once, async (usher) =>
    (await usher.checkout()).unknownReturns(),
  ),
  'lists of the system': calls('lists of the system', withinMs.once, async (usher) =>
    (await usher.system()).languagecodes(),
  ),
  statistics: calls('statistics', withinMs.once, async (usher) =>
    (await usher.statistics()).viewsbyday({
      streamtype: 'video',
      from: '2026-11-01',
      to: '2026-11-20',
    }),
  ),
  'aborted read'({ time }, page) {
    const abort = new AbortController();
    const { signal } = abort;
    void page.call('aborted read', withinMs.read, (usher) =>
      usher.call('allmedia/latest', { limit: 7 }, { signal }),
    );
    time.schedule(abortAfterMs, () => abort.abort(), page.pace.owner);
  },
  configure: (_world, page) => page.usher.configure({ graceMs: 60_000 }),
  play,
};

/** The page shows two lists of the viewer, by the two ways to get a query. */
function followLists(world: World, page: WorldPage): void {
  const follow = (data: unknown): void => world.noteList(page, data);
  page.usher.$query('allmedia/latest', { limit: 20 }).subscribe(({ data }) => follow(data));
  void page.call('allmedia', withinMs.once, async (usher) => {
    const allmedia = await usher.allmedia();
    allmedia.$query('latest', { limit: 10 }).subscribe(({ data }) => follow(data));
  });
  count(world.facts, 'lists followed');
}
