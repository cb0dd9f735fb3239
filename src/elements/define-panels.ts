import { define } from './define.ts';
import { UsherGate } from './usher-gate.ts';
import { UsherLogin } from './usher-login.ts';
import { UsherOffers } from './usher-offers.ts';

/** Defines the elements that sell. The login comes first: the others contain it. */
export function definePanels(): void {
  define('usher-login', UsherLogin);
  define('usher-gate', UsherGate);
  define('usher-offers', UsherOffers);
}
