import { createUsher } from '/dist/cdn/usher.js';
import type { Persistence, Usher } from 'usher-runtime';
import { getElementOf } from '../../ui/get-element.ts';
import { paymentProvidersOf } from '../checkout/payment-providers.ts';

const setting = (name: string): string =>
  getElementOf(HTMLMetaElement, `meta[name="usher-${name}"]`).content;

/**
 * The runtime as an ES module. Its init fields are those of the front page's script tag, so that
 * both share a session.
 */
export const usher: Usher = createUsher({
  baseUrl: setting('base-url'),
  domain: setting('domain'),
  // The server writes `device` or `none`.
  persistence: setting('persistence') as Persistence,
  init: { gateway: 'desktop', addPriceModel: true },
  providers: paymentProvidersOf(),
});
