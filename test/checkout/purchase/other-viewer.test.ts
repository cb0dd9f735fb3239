import { expect } from 'chai';
import { restore, stub } from 'sinon';
import type { PurchaseState, Usher } from '../../../src/index.ts';
import {
  card,
  entriesOf,
  film,
  ppv,
  scriptPayments,
  transaction,
  transactionID,
  type PaymentPlatform,
} from '../../fixtures/checkout/payment-platform.ts';
import { logInAs, logInElsewhere, payWithoutAnswer } from '../../fixtures/checkout/viewer-steps.ts';
import {
  answer,
  refusal,
  unreachable,
  userResult,
} from '../../fixtures/session/scripted-platform.ts';
import { later, quiet, rejection, until, type Later } from '../../fixtures/session/waiting.ts';

describe('a purchase of another viewer', () => {
  let platform: PaymentPlatform;
  let usher: Usher;
  let told: PurchaseState[];
  /** Headers of calls wait for this. */
  let signing: Later<Record<string, string>> | undefined;
  let signs: string[];
  beforeEach(() => {
    platform = scriptPayments();
    signing = undefined;
    signs = [];
    usher = platform.usher({
      providers: [card],
      dialect: {
        authorize(operation, { session }) {
          signs.push(operation);
          const headers = { 'X-Request-CID': session };
          return operation.endsWith('transaction') && signing ? signing.promise : headers;
        },
      },
    });
    told = [];
    usher.on('purchase', (state) => void told.push(state));
  });
  afterEach(async () => {
    restore();
    await platform.end();
  });

  const suspended = ({ id, startedAt, changedAt }: PurchaseState): PurchaseState => ({
    id,
    status: 'suspended',
    operation: '',
    item: null,
    streamtype: null,
    globalId: null,
    title: null,
    amount: null,
    currency: null,
    hours: undefined,
    provider: null,
    transactionId: null,
    startedAt,
    changedAt,
    expiresAt: null,
    duration: undefined,
    isPremium: undefined,
    paidMonthly: undefined,
    refusal: undefined,
    willRenew: undefined,
    canRenew: undefined,
    error: undefined,
    hasUnreadReturn: false,
  });
  const finishes = (): number => platform.to('payment/finishtransaction').length;

  for (const [title, uid, status] of [
    ['changes nothing for another viewer', 18, 'preparing'],
    ['abandons a purchase of the viewer', 17, 'abandoned'],
  ] as const) {
    it(`given up while the viewer is not known: ${title}`, async () => {
      platform.script('payment/preparetransaction', unreachable);
      const { id } = await usher.item(film).buy(ppv);
      await until(() => usher.$purchases.get()[0]?.error);
      const init = later<Response>();
      platform.script('session/init', () => init.promise);
      await usher.logout();
      usher = platform.nextPage({ providers: [card] });
      const purchase = (await (await usher.checkout()).purchase(id))!;
      const abandoned = purchase.abandon();
      await quiet();
      expect((await entriesOf(platform.baseUrl))[0].step).to.equal('preparing');
      init.resolve(answer(userResult(uid, '777')));
      await abandoned;
      expect((await entriesOf(platform.baseUrl))[0].step).to.equal(status);
    });
  }

  it('is explained to its own viewer only, also on a page that does not know its viewer yet', async () => {
    const { id } = await payWithoutAnswer(platform, usher);
    const init = later<Response>();
    platform.script('session/init', () => init.promise);
    await usher.logout();
    usher = platform.nextPage({ providers: [card] });
    const explained = (await (await usher.checkout()).purchase(id))!.explain();
    await quiet();
    init.resolve(answer(userResult(18, '777')));
    expect((await explained).text).to.equal(
      'It belongs to another viewer. It continues when that viewer is back.',
    );
    platform.script('session/init', unreachable);
    usher = platform.nextPage({ providers: [card], persistence: 'none' });
    const unknown = (await (await usher.checkout()).purchase(id))!.explain();
    expect((await unknown).text).to.equal('It is not known yet whose purchase it is.');
  });

  it('shows its ID, its status and its times, and nothing else: as event, in the handle, by ID', async () => {
    const purchase = await payWithoutAnswer(platform, usher);
    const before = purchase.$state.get();
    await logInAs(platform, usher, 18);
    expect(purchase.$state.get()).to.deep.equal(suspended(before));
    expect(told.at(-1)).to.deep.equal(suspended(before));
    const byId = await (await usher.checkout()).purchase(purchase.id);
    expect(byId!.$state.get()).to.deep.equal(suspended(before));
    expect(Object.values(await purchase.explain())).to.deep.equal([
      'It belongs to another viewer. It continues when that viewer is back.',
      null,
    ]);
  });

  it('shows the same on a page that opens with the other viewer', async () => {
    const { id, $state } = await payWithoutAnswer(platform, usher);
    const before = $state.get();
    platform.script('session/init', () => answer(userResult(18, '555')));
    usher = platform.nextPage({ providers: [card], init: { gateway: 'mobile' } });
    await usher.start();
    const purchase = (await (await usher.checkout()).purchase(id))!;
    await quiet();
    expect(purchase.$state.get()).to.deep.equal(suspended(before));
  });

  it('shows no more while the viewer of the page is not known', async () => {
    const { id, $state } = await payWithoutAnswer(platform, usher);
    platform.script('session/init', unreachable);
    platform.script('session/staticdetails', unreachable);
    usher = platform.nextPage({ providers: [card], init: { gateway: 'mobile' } });
    await rejection(usher.start());
    const purchase = (await (await usher.checkout()).purchase(id))!;
    expect(purchase.$state.get()).to.deep.equal({
      ...suspended($state.get()),
      status: 'finishing',
    });
    platform.script('session/init', () => answer(userResult()));
    await usher.start();
    await until(() => purchase.$state.get().item);
    expect(purchase.$state.get().transactionId).to.equal(transactionID);
  });

  it('is not given by its ID once it is settled, although the page has shown it', async () => {
    const purchase = await usher.item(film).buy(ppv);
    await purchase.settled();
    await logInAs(platform, usher, 18);
    expect((await (await usher.checkout()).purchase(purchase.id))?.id).to.equal(undefined);
  });

  it('keeps its status in its handle once it is settled: no details, no event', async () => {
    const purchase = await usher.item(film).buy(ppv);
    await purchase.settled();
    const before = purchase.$state.get();
    expect(before.item).not.to.equal(null);
    const count = told.length;
    await logInAs(platform, usher, 18);
    expect(purchase.$state.get()).to.deep.equal({ ...suspended(before), status: 'granted' });
    await logInAs(platform, usher, 17);
    await until(() => purchase.$state.get().item);
    expect(purchase.$state.get()).to.deep.equal(before);
    expect(told.length).to.equal(count);
  });

  it('loses its details in its handle when its viewer is forgotten', async () => {
    const purchase = await usher.item(film).buy(ppv);
    await purchase.settled();
    const before = purchase.$state.get();
    await usher.forget();
    expect(purchase.$state.get()).to.deep.equal({ ...suspended(before), status: 'granted' });
  });

  it('is not finished in the session of another tab that logs in while the call is signed', async () => {
    signing = later();
    platform.script('payment/preparetransaction', () => transaction({ state: 'prepared' }));
    const bought = usher.item(film).buy(ppv);
    await until(() => signs.includes('preparetransaction'));
    signing.resolve({ 'X-Request-CID': 'a' });
    signing = later();
    const purchase = await bought;
    await until(() => signs.includes('finishtransaction'));
    logInElsewhere(platform, 18);
    signing.resolve({ 'X-Request-CID': 'a' });
    await until(() => purchase.$state.get().status === 'suspended');
    await quiet();
    expect(finishes()).to.equal(0);
    expect((await entriesOf(platform.baseUrl))[0].step).to.equal('finishing');
  });

  it('is not prepared in the session of another tab that logs in while the call is signed', async () => {
    signing = later();
    const bought = usher.item(film).buy(ppv);
    bought.catch(() => {});
    await until(() => signs.includes('preparetransaction'));
    logInElsewhere(platform, 18);
    signing.resolve({ 'X-Request-CID': 'a' });
    await until(() => usher.$user.get()?.id === '18');
    await quiet();
    expect(platform.to('payment/preparetransaction')).to.have.length(0);
    const [entry] = await entriesOf(platform.baseUrl);
    expect([entry.step, entry.transactionID]).to.deep.equal(['preparing', undefined]);
  });

  it('is not sent again in the session that replaces a lost one', async () => {
    platform.script('payment/finishtransaction', () => {
      platform.script('session/init', () => answer(userResult(18, '555')));
      return refusal(401, 'the session has expired');
    });
    const purchase = await usher.item(film).buy(ppv);
    await until(() => purchase.$state.get().status === 'suspended');
    await quiet();
    expect(finishes()).to.equal(1);
  });

  it('keeps an answer that comes after a switch: it was given to its owner', async () => {
    const reply = later<Response>();
    platform.script('payment/finishtransaction', () => reply.promise);
    const purchase = await usher.item(film).buy(ppv);
    await until(() => finishes() === 1);
    await logInAs(platform, usher, 18);
    reply.resolve(transaction({ state: 'finished', validUntil: 1900000000 }));
    await quiet();
    expect(purchase.$state.get().status).to.equal('suspended');
    // The first viewer is back: the same finish is sent in their session, and counts.
    platform.script('payment/finishtransaction', () => {
      platform.open(true);
      return transaction({ state: 'finished', alreadyFinished: 1, validUntil: 1900000000 });
    });
    const monotonic = performance.now.bind(performance);
    stub(performance, 'now').callsFake(() => monotonic() + 60_000);
    await logInAs(platform, usher, 17);
    expect((await purchase.settled()).status).to.equal('granted');
  });

  it('is not finished by an answer that names another transaction', async () => {
    platform.script('payment/finishtransaction', () =>
      answer({ general: { transactionID: 8, state: 'finished', validUntil: 1900000000 } }),
    );
    const purchase = await usher.item(film).buy(ppv);
    await until(() => purchase.$state.get().error);
    expect(purchase.$state.get()).to.deep.include({
      status: 'finishing',
      transactionId: transactionID,
    });
    expect(purchase.$state.get().error!.code).to.equal('malformed');
  });
});
