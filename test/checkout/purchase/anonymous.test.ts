import { expect } from 'chai';
import { restore, stub } from 'sinon';
import type { Purchase, Usher, UsherOptions } from '../../../src/index.ts';
import {
  card,
  entriesOf,
  film,
  ppv,
  recordOf,
  scriptPayments,
  transaction,
  type PaymentPlatform,
} from '../../fixtures/checkout/payment-platform.ts';
import { buyUntilError } from '../../fixtures/checkout/viewer-steps.ts';
import {
  answer,
  sessionResult,
  unreachable,
  userResult,
} from '../../fixtures/session/scripted-platform.ts';
import { quiet, until } from '../../fixtures/session/waiting.ts';

describe('a purchase without a user', () => {
  let platform: PaymentPlatform;
  let usher: Usher;
  let opened: number;
  const options = (more?: Partial<UsherOptions>): Partial<UsherOptions> => ({
    providers: [card],
    dialect: { allowsAnonymousPurchase: true },
    ...more,
  });
  beforeEach(() => {
    platform = scriptPayments();
    opened = 0;
    // Each init opens another session.
    platform.script('session/init', () => answer(sessionResult(String(500 + ++opened))));
    finishWith(unreachable);
  });
  afterEach(async () => {
    restore();
    await platform.end();
  });
  const finishWith = (reply: () => Response): void =>
    platform.script('payment/finishtransaction', reply);
  const finished = (): Response => {
    platform.open(true);
    return transaction({ state: 'finished', validUntil: 1900000000 });
  };
  /** The sessions that a finish was sent with. */
  const finishes = (): (string | undefined)[] =>
    platform.to('payment/finishtransaction').map(({ headers }) => headers['x-request-cid']);
  /** From now on both clocks are a minute ahead, so that the next try is due. */
  function passMinute(): void {
    const [wall, monotonic] = [Date.now, performance.now.bind(performance)];
    stub(Date, 'now').callsFake(() => wall() + 60_000);
    stub(performance, 'now').callsFake(() => monotonic() + 60_000);
  }
  const steps = async (): Promise<string[]> =>
    (await entriesOf(platform.baseUrl)).map(({ step }) => step);
  /** A paid purchase whose finish gets no answer. */
  async function pay(more?: Partial<UsherOptions>): Promise<Purchase> {
    usher = platform.usher(options(more));
    return buyUntilError(usher);
  }

  for (const persistence of ['device', 'tab', 'none', 'consented'] as const) {
    it(`is finished by the next page under the persistence ${persistence}`, async () => {
      const { id } = await pay({ persistence });
      finishWith(finished);
      passMinute();
      usher = platform.nextPage(options({ persistence }));
      const purchase = (await (await usher.checkout()).purchase(id))!;
      expect((await purchase.settled()).status).to.equal('granted');
      expect(usher.$purchases.get().map(({ status }) => status)).to.deep.equal(['granted']);
    });
  }

  it('is finished after forget(), and the journal never has the device hash', async () => {
    const { id } = await pay();
    const mirror = platform.kept(localStorage);
    const hash = /[1-4]:\d{10}:\d{5}[1-9]/.exec(mirror)![0];
    const { open } = await usher.forget();
    expect(open.map(({ status }) => status)).to.deep.equal(['finishing']);
    expect(JSON.stringify(await recordOf(platform.baseUrl))).not.to.include(hash);
    finishWith(finished);
    passMinute();
    usher = platform.nextPage(options());
    const purchase = (await (await usher.checkout()).purchase(id))!;
    expect((await purchase.settled()).status).to.equal('granted');
    expect(finishes().at(-1)).to.equal('502');
  });

  it('is one for the tabs and pages of the device', async () => {
    const { id } = await pay({ persistence: 'none' });
    usher = platform.nextPage(options({ persistence: 'none' }));
    expect((await usher.item(film).buy(ppv)).id).to.equal(id);
    const second = await usher.item({ item: 8, streamtype: 'video' }).buy(ppv);
    await until(() => second.$state.get().error);
    const owners = (await entriesOf(platform.baseUrl)).map(({ owner }) => owner);
    expect(new Set(owners).size).to.equal(1);
    expect(owners[0]).to.match(/^anonymous \w{16,}$/);
  });

  it('is not finished for a user who logs in, and goes on after the logout', async () => {
    const purchase = await pay();
    finishWith(finished);
    await usher.login({ username: 'ada', password: 'x' });
    expect(purchase.$state.get().status).to.equal('suspended');
    expect(usher.$purchases.get()).to.deep.equal([]);
    expect((await purchase.explain()).text).to.equal(
      'It was begun without a user. It continues when no user is logged in.',
    );
    const sent = finishes().length;
    await (await usher.checkout()).purchase(purchase.id);
    await quiet();
    expect(finishes()).to.have.length(sent);
    expect(await steps()).to.deep.equal(['finishing']);
    passMinute();
    await usher.logout();
    await usher.start();
    expect((await purchase.settled()).status).to.equal('granted');
    expect(finishes().at(-1)).to.equal('502');
  });

  it('is not finished for a user on the next page', async () => {
    const { id } = await pay();
    finishWith(finished);
    passMinute();
    platform.script('session/init', () => answer(userResult(18, '900')));
    usher = platform.nextPage(options({ init: { gateway: 'mobile' } }));
    await usher.start();
    const purchase = (await (await usher.checkout()).purchase(id))!;
    await quiet();
    expect(purchase.$state.get().status).to.equal('suspended');
    expect(finishes()).not.to.include('900');
  });

  it('is finished by a page whose dialect sells to users only', async () => {
    const { id } = await pay();
    finishWith(finished);
    passMinute();
    usher = platform.nextPage({ providers: [card] });
    const purchase = (await (await usher.checkout()).purchase(id))!;
    expect((await purchase.settled()).status).to.equal('granted');
  });

  it('leaves no name once it is settled and forgotten', async () => {
    finishWith(finished);
    usher = platform.usher(options());
    await (await usher.item(film).buy(ppv)).settled();
    await usher.forget();
    expect(JSON.stringify(await recordOf(platform.baseUrl))).not.to.include('anonymous');
  });
});
