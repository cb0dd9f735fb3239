import type { PurchaseState } from '../checkout/purchase/purchase-state.ts';
import { faulty, fine, type DiagnosticResult } from './diagnostic-result.ts';
import type { DiagnosedPage } from './look-at-items.ts';

/** Statuses in which the platform has to confirm a payment. */
const paid: readonly PurchaseState['status'][] = ['finishing', 'pending', 'verifying'];

/** Finds payments of the viewer that do not go on. The hints of the platform are left out. */
export function lookAtPurchases({
  $purchases,
}: Pick<DiagnosedPage, '$purchases'>): DiagnosticResult {
  const stuck = $purchases
    .get()
    .filter(({ status, error, hasUnreadReturn }) =>
      paid.includes(status) ? error : hasUnreadReturn,
    );
  const details = stuck.map(({ status, error }) => `${status} (${error?.code ?? 'unread'})`);
  return stuck.length
    ? faulty('purchases', `Paid, or may be, and not settled: ${details.join(', ')}`)
    : fine('purchases', 'No payment is stuck');
}
