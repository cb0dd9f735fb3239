import { expect } from 'chai';
import type { Usher } from '../../../src/index.ts';
import {
  card,
  entriesOf,
  film,
  ppv,
  recordOf,
  scriptPayments,
  transaction,
  transactionID,
  writeJournal,
  type PaymentPlatform,
} from '../../fixtures/checkout/payment-platform.ts';
import {
  answer,
  sessionResult,
  unreachable,
  userResult,
} from '../../fixtures/session/scripted-platform.ts';
import { later, until } from '../../fixtures/session/waiting.ts';

describe('the journal of purchases', () => {
  let platform: PaymentPlatform;
  let usher: Usher;
  beforeEach(() => {
    platform = scriptPayments();
    usher = platform.usher({ providers: [card] });
  });
  afterEach(() => platform.end());
  /** One purchase that is granted, and one whose finish gets no answer. */
  async function buyTwo(): Promise<void> {
    await (await usher.item(film).buy(ppv)).settled();
    platform.script('payment/finishtransaction', unreachable);
    const open = await usher.item({ item: 8, streamtype: 'video' }).buy(ppv);
    await until(() => open.$state.get().error);
  }
  /** All keys in localStorage, except the session record: an erasure is stored there. */
  const names = (): string[] =>
    Object.keys(localStorage).filter(
      (name) => name.includes(platform.baseUrl) && name !== `usher:${platform.baseUrl}|741`,
    );

  const logIn = async (uid: number, cid: string): Promise<void> => {
    platform.script('session/login', () => answer(userResult(uid, cid)));
    await usher.login({ provider: 'manual', username: 'viewer', password: 'x' });
  };

  it('is erased by forget(), except unsettled purchases, which forget() returns', async () => {
    await buyTwo();
    const { open, openOfOthers } = await usher.forget();
    expect(open.map(({ status, item, transactionId: id }) => ({ status, item, id }))).to.deep.equal(
      [{ status: 'finishing', item: '8', id: transactionID }],
    );
    expect(openOfOthers).to.equal(0);
    expect((await entriesOf(platform.baseUrl)).map(({ step }) => step)).to.deep.equal([
      'finishing',
    ]);
  });

  it('is hidden after forget(), also the unsettled purchases', async () => {
    platform.script('payment/finishtransaction', unreachable);
    await (await usher.checkout()).buy({ ...ppv, operation: 'subscription' });
    await until(() => usher.$purchases.get()[0]?.error);
    expect((await usher.forget()).open).to.have.length(1);
    expect(usher.$purchases.get()).to.deep.equal([]);
    expect(names()).to.deep.equal([`usher:${platform.baseUrl}|741|purchases`]);
  });

  it('is continued when the viewer logs in again after forget()', async () => {
    await buyTwo();
    await usher.forget();
    const [entry] = await entriesOf(platform.baseUrl);
    // Skips the wait before the next try.
    await writeJournal(platform.baseUrl, { entries: [{ ...entry, triedAt: 0 }] });
    platform.script('payment/finishtransaction', () =>
      transaction({ state: 'finished', validUntil: 0 }),
    );
    const next = platform.nextPage({ providers: [card] });
    platform.script('session/login', () => answer(userResult(17, '556')));
    await next.login({ provider: 'manual', username: 'ada', password: 'x' });
    await until(() => next.$purchases.get()[0]?.status === 'granted');
  });

  it("keeps another viewer's paid purchase in forget(), which only counts it and shows nothing of it", async () => {
    await buyTwo();
    await logIn(18, '777');
    const told: unknown[] = [];
    usher.on('purchase', (state) => void told.push(state));
    expect(await usher.forget()).to.deep.equal({ open: [], openOfOthers: 1 });
    expect(
      (await entriesOf(platform.baseUrl)).map(({ step, owner }) => [step, owner]),
    ).to.deep.equal([['finishing', '17']]);
    expect(usher.$purchases.get()).to.deep.equal([]);
    expect(told).to.deep.equal([]);
  });

  it("keeps other viewers' abandoned or failed purchases whose provider was opened", async () => {
    await usher.start();
    const given = (id: string, owner: string, more: object): object => ({
      id,
      step: 'abandoned',
      owner,
      values: ppv,
      startedAt: Date.now(),
      changedAt: Date.now(),
      ...more,
    });
    platform.script('payment/finishtransaction', unreachable);
    await usher.item(film).buy(ppv);
    await until(() => usher.$purchases.get()[0]?.error);
    const own = (await entriesOf(platform.baseUrl))[0];
    await writeJournal(platform.baseUrl, {
      entries: [
        given('left', '18', { providerOpenedAt: 1 }),
        given('not left', '18', {}),
        { ...given('refused', '18', { providerOpenedAt: 1 }), step: 'failed' },
        { ...given('refused before', '18', {}), step: 'failed' },
        { ...given('own refused', '17', { providerOpenedAt: 1 }), step: 'failed' },
        given('own', '17', { providerOpenedAt: 1 }),
        { ...given('granted', '18', {}), step: 'granted' },
        own,
        {
          ...given('later', '17', { laterFinishes: [{ transactionID: '7', token: 'proof' }] }),
          values: { ...ppv, item: 1369342, streamtype: 'video' },
        },
      ],
    });
    const { open, openOfOthers } = await usher.forget();
    expect([open.length, openOfOthers]).to.deep.equal([2, 2]);
    expect((await entriesOf(platform.baseUrl)).map(({ id }) => id)).to.deep.equal([
      'left',
      'refused',
      own.id,
      'later',
    ]);
  });

  it('keeps no address or title of a page, and nothing of the viewer who has logged out before forget()', async () => {
    const page = `${location.origin}/private/page`;
    const given = (id: string, owner: string, step: string): object => ({
      id,
      step,
      owner,
      page,
      names: { title: 'A private film' },
      values: ppv,
      startedAt: Date.now(),
      changedAt: Date.now(),
      providerOpenedAt: 1,
    });
    await usher.start();
    await logIn(17, '555');
    await writeJournal(platform.baseUrl, {
      entries: [
        given('own given up', '17', 'abandoned'),
        given('own settled', '17', 'granted'),
        given('own open', '17', 'pending'),
        given('of another viewer', '18', 'failed'),
      ],
    });
    platform.script('session/init', () => answer(sessionResult('888')));
    await usher.logout();
    expect(await usher.forget()).to.deep.equal({ open: [], openOfOthers: 2 });
    const left = await entriesOf(platform.baseUrl);
    expect(left.map(({ id }) => id)).to.deep.equal(['own open', 'of another viewer']);
    expect(JSON.stringify(left)).to.not.include('private');
  });

  it('keeps no text of the platform, also of a purchase that began on no page', async () => {
    await usher.start();
    const times = { startedAt: Date.now(), changedAt: Date.now() };
    const error = { code: 'platform', hint: 'ada owes 4 EUR' };
    const raw = { id: 'raw', step: 'pending', owner: '17', values: {}, ...times, error };
    await writeJournal(platform.baseUrl, { entries: [raw] });
    await usher.forget();
    expect((await entriesOf(platform.baseUrl))[0]).to.deep.include({ error: { code: 'platform' } });
  });

  it("keeps an abandoned purchase whose return is not read yet, also one in another tab's inbox", async () => {
    await usher.start();
    const given = (id: string, more: object): object => ({
      id,
      step: 'abandoned',
      owner: '17',
      values: { ...ppv, provider: 'not here' },
      startedAt: Date.now(),
      changedAt: Date.now(),
      providerOpenedAt: 1,
      ...more,
    });
    await writeJournal(platform.baseUrl, {
      entries: [
        given('unread', {
          state: 'b'.repeat(32),
          unreadReturns: [{ text: `${'b'.repeat(32)}&odd=1`, receivedAt: Date.now() }],
        }),
        given('returning', { state: 'c'.repeat(32) }),
        given('own', { state: 'd'.repeat(32) }),
        { ...given('granted', { state: 'e'.repeat(32) }), step: 'granted' },
      ],
    });
    const lines = ['c', 'e'].map((letter) => `${Date.now()} ${letter.repeat(32)}&token=proof`);
    localStorage.setItem(`usher:${platform.baseUrl}|741|returns`, lines.join('\n'));
    await usher.forget();
    expect((await entriesOf(platform.baseUrl)).map(({ id }) => id)).to.deep.equal([
      'unread',
      'returning',
    ]);
    localStorage.removeItem(`usher:${platform.baseUrl}|741|returns`);
  });

  it('is erased when consent is withdrawn, except open purchases', async () => {
    await buyTwo();
    await usher.setPersistence('none');
    expect((await entriesOf(platform.baseUrl)).map(({ step }) => step)).to.deep.equal([
      'finishing',
    ]);
    expect(names()).to.deep.equal([`usher:${platform.baseUrl}|741|purchases`]);
    const next = platform.nextPage({ persistence: 'none', providers: [card] });
    platform.open(true);
    platform.script('payment/finishtransaction', () => {
      throw new TypeError();
    });
    await next.login({ username: 'ada', password: 'lovelace' });
    await until(() => next.$purchases.get().length === 1);
    expect(next.$purchases.get().map(({ status }) => status)).to.deep.equal(['finishing']);
  });

  it('keeps what was bought after a forget() that the next page completes, by a clock that is right', async () => {
    await (await usher.item(film).buy(ppv)).settled();
    const [granted] = await entriesOf(platform.baseUrl);
    const now = Date.now();
    const bought = (id: string, startedAt: number): object => ({ ...granted, id, startedAt });
    await writeJournal(platform.baseUrl, {
      entries: [
        bought('before', now - 3000),
        bought('after', now - 1000),
        bought('clock ahead', now + 3_600_000),
      ],
    });
    const note = `usher:${platform.baseUrl}|741|erasing`;
    localStorage.setItem(note, `1234 ${now - 2000}`);
    await platform.nextPage({ providers: [card] }).start();
    await until(() => localStorage.getItem(note) === null);
    expect((await entriesOf(platform.baseUrl)).map(({ id }) => id)).to.deep.equal(['after']);
  });

  it('is erased by a forget() that an earlier version has noted without its time', async () => {
    await (await usher.item(film).buy(ppv)).settled();
    const note = `usher:${platform.baseUrl}|741|erasing`;
    localStorage.setItem(note, '1234');
    await platform.nextPage({ providers: [card] }).start();
    await until(() => localStorage.getItem(note) === null);
    expect(await entriesOf(platform.baseUrl)).to.deep.equal([]);
  });

  it('is not created by forget() when there are no purchases', async () => {
    await usher.start();
    expect(await usher.forget()).to.deep.equal({ open: [], openOfOthers: 0 });
    expect(names()).to.deep.equal([]);
    expect(await recordOf(platform.baseUrl)).to.equal(undefined);
  });

  it('is written with persistence "none" too', async () => {
    const careful = platform.nextPage({ persistence: 'none', providers: [card] });
    const wait = later<void>();
    careful.configure({
      providers: [
        {
          ...card,
          name: 'slow',
          async pay() {
            await wait.promise;
            return { outcome: 'approved', token: 'proof' };
          },
        },
      ],
    });
    const purchase = await careful.item(film).buy({ ...ppv, provider: 'slow' });
    expect((await entriesOf(platform.baseUrl)).length).to.equal(1);
    expect(names()).to.deep.equal([`usher:${platform.baseUrl}|741|purchases`]);
    wait.resolve();
    expect((await purchase.settled()).status).to.equal('granted');
  });

  it('shows a viewer only their own purchases', async () => {
    await buyTwo();
    platform.script('session/init', () => answer(sessionResult('888')));
    await usher.logout();
    await until(() => usher.$purchases.get().length === 0);
    expect((await entriesOf(platform.baseUrl)).length).to.equal(2);
  });

  it('shows a purchase as suspended after its viewer has logged out', async () => {
    platform.script('payment/finishtransaction', unreachable);
    const purchase = await usher.item(film).buy(ppv);
    await until(() => purchase.$state.get().error);
    await usher.logout();
    expect((await purchase.settled()).status).to.equal('suspended');
  });
});
