import { createUsher } from '/dist/cdn/usher.js';
import { paymentWays } from '../checkout/payment-providers.ts';

const setting = (name) => document.querySelector(`meta[name="usher-${name}"]`).content;

/**
 * The runtime as an ES module. Its init fields are those of the front page's script tag, so that
 * both share a session as it is.
 */
export const usher = createUsher({
  baseUrl: setting('base-url'),
  domain: setting('domain'),
  persistence: setting('persistence'),
  init: { gateway: 'desktop', addPriceModel: true },
  providers: paymentWays,
});
