import { expect } from 'chai';
import type { DiagnosticResult, Usher } from '../../src/index.ts';
import { card } from '../fixtures/checkout/payment-platform.ts';
import {
  answer,
  refusal,
  scriptPlatform,
  unreachable,
  type ScriptedPlatform,
} from '../fixtures/session/scripted-platform.ts';

describe('diagnose(), on a page that shows items', () => {
  let platform: ScriptedPlatform;
  const itemState = (item: string): object => ({
    general: { item, canPlay: 0, reason: 'not-paid', offers: offersOf[item] ?? [ppv] },
  });
  const ppv = { operation: 'ppv', amount: 499, currency: 'EUR' };
  /** The offers of items that have no price of 4.99. */
  const offersOf: Record<string, object[]> = {};
  /** The item of each global ID. */
  const items: Record<string, string> = { '107': '7', '108': '8', '112': '12' };
  const show = async (usher: Usher, references: readonly (readonly [string, string?])[]) => {
    for (const [item, globalId] of references) {
      const { $state, check } = usher.item({ item, streamtype: 'video', globalId });
      $state.listen(() => {});
      await check();
    }
    return itemsOf(usher);
  };
  const itemsOf = async (usher: Usher): Promise<DiagnosticResult> =>
    (await usher.diagnose()).find(({ name }) => name === 'items')!;
  beforeEach(() => {
    platform = scriptPlatform();
    platform.script('session/staticdetails', () => answer({ general: { language: 'de' } }));
    platform.script('session/reporttoken', () => answer({ general: { reporttoken: 'se=99' } }));
    platform.script('payment/itemstate', ({ query }) => {
      const item = new URLSearchParams(query).get('item')!;
      if (item === '404') return refusal(404, 'there is no such item of ada');
      return item === '500' ? refusal(500, 'ada') : answer(itemState(item));
    });
    for (const gid of ['107', '108', '109', '111', '112']) {
      platform.script(`allmedia/byglobalid/${gid}`, () => {
        if (gid === '111') return refusal(403, 'not for ada');
        const ID = items[gid];
        return ID ? answer({ general: { ID, GID: gid, title: 'ada' } }) : refusal(404, 'ada');
      });
    }
  });

  afterEach(() => platform.close());

  it('names each item and each global ID that is wrong', async () => {
    const found = await show(platform.usher({ providers: [card] }), [
      ['7', '108'],
      ['404', '107'],
      ['500'],
      ['9', '109'],
      ['11', '111'],
      ['12', '112'],
    ]);
    expect(found.ok).to.equal(false);
    expect(found.detail.split('; ')).to.deep.equal([
      'item 7: globalid 108 is item 8',
      'item 404: not-found',
      'item 500: platform',
      'item 9: globalid 109: not-found',
      'item 11: globalid 111: platform',
    ]);
  });

  it('says that nobody can buy an item without a provider', async () => {
    const found = await show(platform.usher(), [['7', '107']]);
    expect(found).to.include({ ok: false, detail: 'item 7: no payment provider' });
    const paid = await show(platform.nextPage({ providers: [card] }), [['7', '107']]);
    expect(paid).to.include({ ok: true, detail: '1 checked' });
  });

  it('says that an item that has to be paid for is not for sale', async () => {
    offersOf['14'] = [];
    const found = await show(platform.usher({ providers: [card] }), [['14']]);
    expect(found).to.include({ ok: false, detail: 'item 14: no offers' });
  });

  it('needs no provider for an item that costs nothing', async () => {
    offersOf['13'] = [{ ...ppv, amount: 0 }];
    expect(await show(platform.usher(), [['13']])).to.include({ ok: true });
  });

  it('checks ten items at most, and none while the platform cannot be reached', async () => {
    const many = Array.from({ length: 12 }, (_, index) => [`${1001 + index}`] as const);
    const usher = platform.usher({ providers: [card] });
    expect((await show(usher, many)).detail).to.equal('10 checked');
    platform.script('session/staticdetails', unreachable);
    expect(await itemsOf(usher)).to.include({ ok: true, detail: '0 checked' });
  });
});
