import { expect } from 'chai';
import type { RedirectProvider, Usher } from '../../../src/index.ts';
import {
  film,
  ppv,
  scriptPayments,
  type PaymentPlatform,
} from '../../fixtures/checkout/payment-platform.ts';
import { statusOf } from '../../fixtures/checkout/return-trip.ts';
import { quiet, until } from '../../fixtures/session/waiting.ts';

describe('a redirect to a provider', () => {
  const address = location.href;
  let platform: PaymentPlatform;
  let usher: Usher;
  let opened: number;
  /** The page stays where it is: the provider is a fragment of it. */
  const card: RedirectProvider = {
    name: 'card',
    type: 'redirect',
    url() {
      opened++;
      return `${address}#pay`;
    },
  };
  beforeEach(async () => {
    opened = 0;
    platform = scriptPayments();
    usher = platform.usher({ providers: [card] });
    await usher.item(film).buy(ppv);
    await until(() => location.hash === '#pay');
  });
  afterEach(async () => {
    history.replaceState(null, '', address);
    await platform.end();
  });
  async function showPage(persisted: boolean): Promise<void> {
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));
    await quiet();
  }
  async function click(): Promise<void> {
    await usher.item(film).buy(ppv);
    await quiet();
  }

  it('is made once by two clicks, also while the page still loads', async () => {
    await click();
    await showPage(false);
    await click();
    expect(opened).to.equal(1);
  });

  it('is made again by a click right after the viewer has come back to the kept page', async () => {
    await showPage(true);
    await click();
    await until(() => opened === 2);
    expect(statusOf(usher)).to.equal('awaiting-provider');
  });
});
