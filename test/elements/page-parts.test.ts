import { expect } from 'chai';
import type { BuyOptions } from '../../src/checkout/buy/buy-values.ts';
import type { MediaSource } from '../../src/dialect/media-source-reader.ts';
import { defineElements } from '../../src/elements/define-elements.ts';
import type { ElementItem, ElementUsher } from '../../src/elements/element-usher.ts';
import type { Offer } from '../../src/item/offer.ts';
import { buttonOf, lockedFilm, press, put, rendered, shows } from '../fixtures/elements/shown.ts';
import { quiet, until } from '../fixtures/session/waiting.ts';
import { offer } from '../fixtures/testing/locked-film.ts';

const user = { id: '17' };
const markup = `<usher-gate item="7" lang="en">
  <p slot="login">Other logins</p>
  <p slot="payment">The small print</p>
</usher-gate>`;

/** What a click on a provider buys. */
function recordBuying(gate: HTMLElementTagNameMap['usher-gate']): BuyOptions[] {
  const bought: BuyOptions[] = [];
  const usher = gate.usher!;
  const item = (reference: Parameters<ElementUsher['item']>[0]): ElementItem => {
    const handle = usher.item(reference);
    return {
      ...handle,
      buy: (taken, options) => {
        bought.push(options);
        return handle.buy(taken, options);
      },
    };
  };
  gate.usher = { ...usher, item };
  return bought;
}

describe('what a page adds to an element', () => {
  before(() => defineElements());
  afterEach(() => {
    for (const element of document.querySelectorAll('body > div')) element.remove();
  });

  it('shows the content of the page below the login form, and below the providers', async () => {
    const usher = lockedFilm();
    const gate = put<'usher-gate'>(markup, usher);
    await press(gate, 'Rent for');
    await shows(gate, 'Other logins');
    await usher.setUser(user);
    await shows(gate, 'The small print');
  });

  it('tells the page which offer the viewer chooses, and takes a choice of the page', async () => {
    const gate = put<'usher-gate'>(markup, lockedFilm({ user }));
    const chosen: unknown[] = [];
    gate.addEventListener('usher-choose', (event) =>
      chosen.push((event as CustomEvent<Offer | null>).detail?.operation),
    );
    await press(gate, 'Rent for');
    await press(gate, 'Back');
    expect(chosen).to.deep.equal(['ppv', undefined]);
    gate.choose(offer);
    await buttonOf(gate, 'Pay €4.99 with Card');
  });

  it('takes a choice of the page before there is a runtime', async () => {
    const gate = put<'usher-gate'>(markup);
    gate.choose(offer);
    gate.usher = lockedFilm({ user });
    await buttonOf(gate, 'Pay €4.99 with Card');
  });

  it('buys an offer with the fields that the page names', async () => {
    const gate = put<'usher-gate'>(markup, lockedFilm({ user }));
    const bought = recordBuying(gate);
    gate.optionsOf = ({ operation }) => ({ subscriptionWillRenew: operation !== 'ppv' });
    await press(gate, 'Rent for');
    await press(gate, 'Pay €4.99 with Card');
    await until(() => bought.length > 0);
    expect(bought).to.deep.equal([{ subscriptionWillRenew: false, provider: 'card' }]);
  });

  it('names the purchase of an item by the title of the gate', async () => {
    const titled = markup.replace('item=', 'item-title="Big Fish" item=');
    const gate = put<'usher-gate'>(titled, lockedFilm({ user }));
    const bought = recordBuying(gate);
    await press(gate, 'Rent');
    await press(gate, 'Pay €4.99 with Card');
    await until(() => bought.length > 0);
    expect(bought).to.deep.equal([{ title: 'Big Fish', provider: 'card' }]);
  });

  it('hands the sources to the loader of the page', async () => {
    const source: MediaSource = { url: 'https://example.com/7.m3u8' };
    const usher = lockedFilm({ user, sources: { '7/video': [source] } });
    const gate = put<'usher-gate'>(
      '<usher-gate item="7" globalid="107" lang="en"><video></video></usher-gate>',
      usher,
    );
    const loaded: string[] = [];
    gate.load = ([first]) => void loaded.push(first!.url);
    await shows(gate, 'Choose how to watch');
    await usher.grant('7/video');
    await until(() => loaded.length > 0);
    expect([loaded, gate.querySelector('video')!.src]).to.deep.equal([[source.url], '']);
  });

  it('loads the sources once, by the present loader, while the page sets a new one at each rendering', async () => {
    const source: MediaSource = { url: 'https://example.com/7.m3u8' };
    const usher = lockedFilm({ user, sources: { '7/video': [source] } });
    const gate = put<'usher-gate'>(
      '<usher-gate item="7" globalid="107" lang="en"><video></video></usher-gate>',
      usher,
    );
    const loaded: number[] = [];
    let renderings = 0;
    const renderPage = async (): Promise<void> => {
      const rendering = ++renderings;
      gate.load = () => {
        loaded.push(rendering);
        throw new Error('no file'); // as for a player that cannot load it
      };
      await rendered(gate);
      await quiet();
    };
    gate.addEventListener('usher-failure', () => void (renderings < 20 && renderPage()));
    await renderPage();
    await renderPage();
    await usher.grant('7/video');
    await shows(gate, 'This could not be loaded');
    await renderPage();
    await renderPage();
    expect(loaded).to.deep.equal([2]);
    gate.load = undefined;
    await until(() => gate.querySelector('video')!.src === source.url);
  });

  it('tells the page when the sources cannot be loaded', async () => {
    const usher = lockedFilm({ user });
    const gate = put<'usher-gate'>(
      '<usher-gate item="7" globalid="107" lang="en"><video></video></usher-gate>',
      usher,
    );
    const failed: unknown[] = [];
    gate.addEventListener('usher-failure', (event) =>
      failed.push((event as CustomEvent<{ code: string }>).detail.code),
    );
    await usher.grant('7/video');
    await until(() => failed.length > 0);
    expect(failed).to.deep.equal(['unsupported']);
  });
});
