import type { Area, Kind } from './endpoint.ts';
import { integer } from './integer.ts';
import { refuseFor } from './refuse.ts';
import { timestamp } from './timestamp.ts';
import { validateCall } from './validate-call.ts';

const amount: Kind = {
  allowed: 'a non-negative whole amount in the currency subunit (cents)',
  encode: (value) =>
    Number.isSafeInteger(value) && (value as number) >= 0 ? String(value) : undefined,
};

const currency: Kind = {
  allowed: 'a currency code of three letters',
  encode: (value) => (typeof value === 'string' && /^[a-z]{3}$/i.test(value) ? value : undefined),
};

/** The two payment rows that every purchase needs. */
export const purchaseRows = {
  preparetransaction: {
    method: 'POST',
    query: {
      operation: { kind: 'text', known: ['subscription', 'ppv', 'ownage', 'deposit'] },
      item: 'id',
      streamtype: 'streamtype',
      reference: 'text',
      amount: 'amount',
      currency: 'currency',
      provider: 'text',
      paymentType: 'text',
      affiliateParam: 'text',
      subscriptionDuration: { kind: 'integer', min: 0 },
      subscriptionIsPremium: 'flag',
      subscriptionWillRenew: 'flag',
      subscriptionCanRenew: 'flag',
      subscriptionWillBePayedMonthly: 'flag',
      capturePaymentOn: 'timestamp',
    },
    result: 'object',
    effect: 'change',
  },
  finishtransaction: {
    method: 'POST',
    query: {
      transactionID: { kind: 'id', required: true },
      token: { kind: 'text', secret: true },
      reference: 'text',
      paymentType: 'text',
      finalPayment: 'amount',
      isLatePremium: 'flag',
      externalUserID: 'text',
      externalTransactionReference: 'text',
    },
    result: 'object',
    effect: 'change',
  },
} as const;

/** The part of the payment area that these rows need. */
export const purchaseArea: Area = {
  name: 'payment',
  rows: purchaseRows,
  kinds: { amount, currency, integer, timestamp },
  refuseFor,
  validateCall,
};
