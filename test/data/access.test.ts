import { expect } from 'chai';
import type { Allmedia } from '../../src/index.ts';
import { held, item, listing, openDataPage, type DataPage } from '../fixtures/data/data-page.ts';
import { answer } from '../fixtures/session/scripted-platform.ts';
import { quiet, until } from '../fixtures/session/waiting.ts';
import { warmUp } from '../fixtures/session/warm-up.ts';

const film = { item: 7, streamtype: 'video' } as const;
const byId = 'allmedia/byglobalid/5000007';
const question = { globalid: 5000007, additionalFields: 'streamdata' } as const;

describe('an answer about an item from before a purchase', () => {
  let page: DataPage;
  let allmedia: Allmedia;
  let isBought: boolean;
  before(warmUp);
  beforeEach(async () => {
    isBought = false;
    page = openDataPage();
    const { platform } = page;
    platform.script('payment/itemstate', () =>
      answer({
        general: {
          canPlay: Number(isBought),
          reason: isBought ? 'paid' : 'not-paid',
          isPay: 1,
          offers: [],
        },
      }),
    );
    platform.script('payment/redeemvoucher', () => {
      isBought = true;
      return answer({ general: { state: 'redeemed' } });
    });
    platform.script(byId, () =>
      answer({ ...item(7), streamdata: isBought ? { url: 'film.m3u8' } : {} }),
    );
    platform.script('allmedia/latest', () => listing(7));
    await page.usher.start();
    allmedia = await page.usher.allmedia();
  });
  afterEach(() => page.close());
  const asked = (id = byId): number => page.platform.to(id).length;
  const addressOf = async (): Promise<unknown> =>
    ((await allmedia.byglobalid(question))!['streamdata'] as { url?: string }).url;
  const redeem = async (): Promise<unknown> =>
    (await page.usher.checkout()).redeemVoucher({ vouchercode: 'SUMMER' });

  it('is refetched after the purchase, so the film has an address', async () => {
    expect(await addressOf()).to.equal(undefined);
    await redeem();
    expect(await addressOf()).to.equal('film.m3u8');
  });

  it('is refetched when the access to any item has changed', async () => {
    await page.usher.item(film).check();
    expect(await addressOf()).to.equal(undefined);
    isBought = true;
    await page.usher.item(film).check();
    expect(await addressOf()).to.equal('film.m3u8');
    isBought = false;
    await page.usher.item(film).check();
    expect(await addressOf()).to.equal(undefined);
  });

  it('stays in a store with a listener until the new answer is there', async () => {
    const $item = allmedia.$query('byglobalid', question);
    const seen: unknown[] = [];
    $item.listen(({ data }) => void seen.push(data && (data['streamdata'] as object)));
    await until(() => $item.get().data);
    await redeem();
    await until(() => seen.some((data) => data && 'url' in (data as object)));
    expect(seen).to.not.include(undefined);
    expect(asked()).to.equal(2);
  });

  it('is refetched for the next listener of a store', async () => {
    const $item = allmedia.$query('byglobalid', question);
    const stop = $item.listen(() => {});
    await until(() => $item.get().data);
    stop();
    await quiet();
    await redeem();
    expect(asked()).to.equal(1);
    $item.listen(() => {});
    await until(() => ($item.get().data!['streamdata'] as { url?: string }).url);
  });

  it('is not cached when it was under way during the purchase', async () => {
    const slow = held(() => answer({ ...item(7), streamdata: {} }));
    page.platform.script(byId, slow.reply);
    const before = addressOf();
    await until(slow.waiting);
    await redeem();
    page.platform.script(byId, () => answer({ ...item(7), streamdata: { url: 'film.m3u8' } }));
    slow.letGo();
    expect(await before).to.equal(undefined);
    expect(await addressOf()).to.equal('film.m3u8');
  });

  it('is dropped from lists with additional fields, but not from those without', async () => {
    await allmedia.latest();
    await allmedia.latest({ additionalFields: 'streamdata' });
    await redeem();
    await allmedia.latest();
    expect(asked('allmedia/latest')).to.equal(2);
    await allmedia.latest({ additionalFields: 'streamdata' });
    expect(asked('allmedia/latest')).to.equal(3);
  });

  it('stays cached when the access to an item becomes known for the first time', async () => {
    isBought = true;
    await addressOf();
    await page.usher.item(film).check();
    await addressOf();
    expect(asked()).to.equal(1);
  });
});
