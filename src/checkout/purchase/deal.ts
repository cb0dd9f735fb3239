import { encodeFields, type Values } from '../../contract/encode-fields.ts';
import { purchaseArea, purchaseRows } from '../../contract/purchase.ts';
import type { PrepareValues } from './purchase-record.ts';

/**
 * Whether two purchases have the same terms: every field of their prepares is sent alike. A viewer
 * who asks for other terms must not get a purchase on the first ones. Values that cannot be sent
 * are no deal.
 */
export function isSameDeal(one: PrepareValues, other: PrepareValues): boolean {
  const terms = termsOf(one);
  return terms !== undefined && terms === termsOf(other);
}

/** The fields of a prepare as they are sent, in the order of their names. */
function termsOf(values: PrepareValues): string | undefined {
  try {
    const { preparetransaction } = purchaseRows;
    const refuse = purchaseArea.refuseFor('payment/preparetransaction');
    const { encoded } = encodeFields(purchaseArea, preparetransaction, values as Values, refuse);
    return JSON.stringify(Object.entries(encoded).sort(([a], [b]) => (a < b ? -1 : 1)));
  } catch {
    return undefined; // written by a newer build, or given by a page without types
  }
}
