import { amount, currency } from './amount.ts';
import type { Area } from './endpoint.ts';
import { finishCall } from './finish-call.ts';
import { integer } from './integer.ts';
import { itemState } from './item-state.ts';
import { refuseFor } from './refuse.ts';
import { timestamp } from './timestamp.ts';

/** Endpoints under `/payment`. */
export const paymentRows = {
  itemstate: itemState as typeof itemState,
  redeemvoucher: {
    method: 'POST',
    query: { vouchercode: { kind: 'text', secret: true }, referencecode: { kind: 'text', secret: true } },
    rules: [{ exactlyOne: ['vouchercode', 'referencecode'] }],
    result: 'object',
    effect: 'change',
  },
  preparetransaction: {
    method: 'POST',
    query: {
      operation: { kind: 'text', known: ['subscription', 'ppv', 'ownage', 'deposit'] }, item: 'id', streamtype: 'streamtype',
      reference: 'text', amount: 'amount', currency: 'currency', provider: 'text', paymentType: 'text', affiliateParam: 'text',
      subscriptionDuration: { kind: 'integer', min: 0 }, subscriptionIsPremium: 'flag', subscriptionWillRenew: 'flag',
      subscriptionCanRenew: 'flag', subscriptionWillBePayedMonthly: 'flag', capturePaymentOn: 'timestamp',
    },
    result: 'object',
    effect: 'change',
  },
  finishtransaction: {
    method: 'POST',
    query: {
      transactionID: 'id', token: { kind: 'text', secret: true }, reference: 'text', paymentType: 'text', finalPayment: 'amount',
      isLatePremium: 'flag', externalUserID: 'text', externalTransactionReference: 'text',
    },
    result: 'object',
    effect: 'change',
  },
  verifyinapptransaction: {
    method: 'POST',
    query: {
      operation: 'text', item: 'id', streamtype: 'streamtype', provider: { kind: 'text', oneOf: ['io', 'go', 'am'] }, amount: 'amount',
      currency: 'currency', amount_original: { kind: 'number', min: 0 }, isPremium: 'flag', receipt: { kind: 'text', secret: true },
    },
    result: 'object',
    effect: 'change',
  },
  addexternalsubscription: { method: 'POST', query: { validUntil: 'timestamp', isPremium: 'flag' }, result: 'object', effect: 'change' },
  upgradesubscription: { method: 'POST', query: { transactionID: 'text', amount: 'amount' }, result: 'object', effect: 'change' },
  cancelsubscription: {
    method: 'DELETE',
    query: { transactionID: 'id', cancelTransaction: 'flag', skipEmail: 'flag', reasonText: 'text' },
    result: 'object',
    effect: 'change',
  },
} as const;

export const payment: Area = {
  name: 'payment',
  rows: paymentRows,
  kinds: { amount, currency, integer, timestamp },
  refuseFor,
  finish: finishCall,
};
