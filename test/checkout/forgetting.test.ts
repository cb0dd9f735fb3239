import { expect } from 'chai';
import type { InPageProvider, Usher } from '../../src/index.ts';
import { later, until } from '../session/patience.ts';
import { answer, sessionResult, unreachable } from '../session/scripted-platform.ts';
import { entriesOf, eraseJournal, recordOf, film, ppv, scriptPayments, transactionID } from './payment-platform.ts';
import type { PaymentPlatform } from './payment-platform.ts';

describe('what is kept of purchases', () => {
  let platform: PaymentPlatform;
  let usher: Usher;
  const till: InPageProvider = { name: 'till', type: 'in-page', pay: async () => ({ outcome: 'approved', token: 'proof' }) };
  beforeEach(() => {
    platform = scriptPayments();
    usher = platform.usher({ providers: [till] });
  });
  afterEach(async () => {
    platform.close();
    await eraseJournal(platform.baseUrl);
  });
  /** One purchase that is granted, and one whose finish gets no answer. */
  async function buyTwo(): Promise<void> {
    await (await usher.item(film).buy(ppv)).settled();
    platform.script('payment/finishtransaction', unreachable);
    const open = await usher.item({ item: 8, streamtype: 'video' }).buy(ppv);
    await until(() => open.$state.get().error);
  }
  const names = (): string[] => Object.keys(localStorage).filter((name) => name.includes(platform.baseUrl));

  it('is erased by forget(), which names what was open', async () => {
    await buyTwo();
    const open = await usher.forget();
    expect(open.map(({ status, item, transactionID: id }) => ({ status, item, id }))).to.deep.equal([{ status: 'finishing', item: '8', id: transactionID }]);
    expect(await entriesOf(platform.baseUrl)).to.deep.equal([]);
    expect(names()).to.deep.equal([]);
    expect(usher.$purchases.get()).to.deep.equal([]);
  });

  it('goes when consent is withdrawn, but for what is open', async () => {
    await buyTwo();
    await usher.setPersistence('none');
    expect((await entriesOf(platform.baseUrl)).map(({ step }) => step)).to.deep.equal(['finishing']);
    expect(names()).to.deep.equal([`usher:${platform.baseUrl}|741|purchases`]);
    const next = platform.nextPage({ persistence: 'none', providers: [till] });
    platform.open(true);
    platform.script('payment/finishtransaction', () => { throw new TypeError(); });
    await next.start();
    await until(() => next.$purchases.get().length === 1 || next.$session.get().status !== 'ready');
    expect(next.$purchases.get().map(({ status }) => status)).to.deep.equal(['finishing']);
  });

  it('is nothing where nothing was bought: forgetting makes no journal', async () => {
    await usher.start();
    expect(await usher.forget()).to.deep.equal([]);
    expect(names()).to.deep.equal([]);
    expect(await recordOf(platform.baseUrl)).to.equal(undefined);
  });

  it('is written under persistence none as well: a payment needs it', async () => {
    const careful = platform.nextPage({ persistence: 'none', providers: [till] });
    const wait = later<void>();
    careful.use({ providers: [{ ...till, name: 'slow', async pay() { await wait.promise; return { outcome: 'approved', token: 'proof' }; } }] });
    const purchase = await careful.item(film).buy({ ...ppv, provider: 'slow' });
    expect((await entriesOf(platform.baseUrl)).length).to.equal(1);
    expect(names()).to.deep.equal([`usher:${platform.baseUrl}|741|purchases`]);
    wait.resolve();
    expect((await purchase.settled()).status).to.equal('granted');
  });

  it('belongs to its viewer: another one sees none of it', async () => {
    await buyTwo();
    platform.script('session/init', () => answer(sessionResult('888')));
    await usher.logout();
    await until(() => usher.$purchases.get().length === 0);
    expect((await entriesOf(platform.baseUrl)).length).to.equal(2);
  });

  it('is told to a purchase in hand as parked, while its viewer is away', async () => {
    platform.script('payment/finishtransaction', unreachable);
    const purchase = await usher.item(film).buy(ppv);
    await until(() => purchase.$state.get().error);
    await usher.logout();
    expect((await purchase.settled()).status).to.equal('parked');
  });
});
