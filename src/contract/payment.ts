import type { Area } from './endpoint.ts';
import { itemState } from './item-state.ts';
import { purchaseArea, purchaseRows } from './purchase.ts';

/** Endpoints under `/payment`. */
export const paymentRows = {
  itemstate: itemState as typeof itemState,
  redeemvoucher: {
    method: 'POST',
    query: {
      vouchercode: { kind: 'text', secret: true },
      referencecode: { kind: 'text', secret: true },
    },
    rules: [{ exactlyOne: ['vouchercode', 'referencecode'] }],
    result: 'object',
    effect: 'change',
  },
  preparetransaction: purchaseRows.preparetransaction as typeof purchaseRows.preparetransaction,
  finishtransaction: purchaseRows.finishtransaction as typeof purchaseRows.finishtransaction,
  verifyinapptransaction: {
    method: 'POST',
    query: {
      operation: 'text',
      item: 'id',
      streamtype: 'streamtype',
      provider: { kind: 'text', oneOf: ['io', 'go', 'am'] },
      amount: 'amount',
      currency: 'currency',
      amount_original: { kind: 'number', min: 0 },
      isPremium: 'flag',
      receipt: { kind: 'text', secret: true },
    },
    result: 'object',
    effect: 'change',
  },
  addexternalsubscription: {
    method: 'POST',
    query: { validUntil: 'timestamp', isPremium: 'flag' },
    result: 'object',
    effect: 'change',
  },
  upgradesubscription: {
    method: 'POST',
    query: { transactionID: 'text', amount: 'amount' },
    result: 'object',
    effect: 'change',
  },
  cancelsubscription: {
    method: 'DELETE',
    query: {
      transactionID: 'id',
      cancelTransaction: 'flag',
      skipEmail: 'flag',
      reasonText: 'text',
    },
    result: 'object',
    effect: 'change',
  },
} as const;

export const payment: Area = { ...purchaseArea, rows: paymentRows };
