import { textOf, type Call } from '../call.ts';
import { Refusal } from '../wire/refusal.ts';
import type { Sale } from './sale.ts';

export interface Receipt {
  /** The store's own number of the purchase. */
  readonly purchaseId: string;
  /** Whose app sold it. */
  readonly merchant: string;
  /**
   * Holds the receipt against what the call says was bought. @throws {Refusal} 402 when it is for
   * something else.
   */
  check(sale: Sale): void;
}

/**
 * Reads the receipt of an app store. @throws {Refusal} 402 when its key did not sign it, or it is
 * for another store.
 */
export async function readReceipt(call: Call, store: string, text: string): Promise<Receipt> {
  const { claims, merchant } = await call.payments.readReceipt(store, text, call.now());
  const { purchaseId } = claims;
  if (claims['store'] !== store || typeof purchaseId !== 'string' || purchaseId === '') {
    throw new Refusal(402, 'the receipt does not verify: it is not one of this store');
  }
  return {
    purchaseId,
    merchant,
    check({ operation, item, amountMinor, currency, terms }) {
      const premium = terms?.premium ?? false;
      const hasItem = item !== undefined && operation !== 'subscription';
      const checks: readonly (readonly [name: string, isWrong: boolean])[] = [
        ['operation', claims['operation'] !== operation],
        ['item', hasItem && !namesItem(call, claims)],
        ['amount', claims['amount'] !== amountMinor],
        ['currency', claims['currency'] !== currency],
        ['isPremium', (claims['isPremium'] ?? false) !== premium],
      ];
      const [wrong] = checks.find(([, isWrong]) => isWrong) ?? [];
      if (wrong) throw new Refusal(402, `the receipt does not verify: it is for another ${wrong}`);
    },
  };
}

/** Whether a receipt is for the item of the call, named alike. */
function namesItem(call: Call, { item, streamtype }: Readonly<Record<string, unknown>>): boolean {
  return String(item) === textOf(call, 'item') && streamtype === textOf(call, 'streamtype');
}
