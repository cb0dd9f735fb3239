import { define } from '../define.ts';
import { UsherAccount } from './usher-account.ts';
import { UsherPurchases } from './usher-purchases.ts';

/** Defines the elements about the viewer, which fewer pages use. */
export function defineViewer(): void {
  define('usher-account', UsherAccount);
  define('usher-purchases', UsherPurchases);
}
