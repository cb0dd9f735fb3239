import { expect, test } from '@playwright/test';
import { explainPurchase } from '../../../src/checkout/operations/explain-purchase.ts';
import type { PurchaseRecord } from '../../../src/checkout/purchase/purchase-record.ts';
import { createHeldCheckout, purchaseOf, returnOf } from '../../fixtures/checkout/held-checkout.ts';

const explanationOf = (more: Partial<PurchaseRecord>, { context } = createHeldCheckout()) =>
  explainPurchase(context, purchaseOf('a', more));

for (const [step, text] of [
  ['preparing', /^Begun at .* The platform has not prepared it yet\.$/],
  ['awaiting-provider', /^The provider was opened at .* No payment is known yet\.$/],
  ['finishing', /^Paid at the provider at .* The platform has not confirmed it yet\. The next try/],
  ['pending', /^Paid\. Since .* the platform waits for the provider\. The next try/],
  ['verifying', /^The platform confirmed it at .* Access is being checked\. The next try/],
  ['granted', /^Granted at [^,]*\.$/],
  ['failed', /^Failed at .* \(card refused\)\.$/],
  ['abandoned', /^Abandoned at .* \(card refused\)\. A payment that arrives late revives it\.$/],
  ['unknown', /^A newer build of Usher wrote it\. Only that build continues it\.$/],
] as const) {
  test(`explains a purchase that is ${step}`, () => {
    const isOver = step === 'failed' || step === 'abandoned';
    const error = { code: 'platform', hint: 'card refused' } as const;
    expect(explanationOf({ step, ...(isOver && { error }) }).text).toMatch(text);
  });
}

test('a purchase whose provider was never opened says so, and a grant says its end', () => {
  const unopened = explanationOf({ providerOpenedAt: 0 });
  expect(unopened.text).toMatch(/^Prepared at .* The provider has not been opened yet\.$/);
  const expiresAt = Date.UTC(2030, 0, 5, 12);
  const { text } = explanationOf({ step: 'granted', expiresAt });
  expect(text).toContain(`, until ${new Date(expiresAt).toLocaleString()}.`);
});

test('a return that is not read yet is named with its reason', () => {
  const unreadReturns = [returnOf('a')];
  const error = { code: 'provider-unavailable', message: 'read threw' } as const;
  const { text } = explanationOf({ unreadReturns, error });
  expect(text).toContain('may be a payment. read threw. Until then the provider is not opened');
  expect(text).not.toContain('last try');
  expect(explanationOf({ unreadReturns }).text).toContain('may be a payment. Until then');
});

test('a late payment that waits for another purchase is named', () => {
  const laterFinishes = [{ transactionID: '5', token: 'late' }];
  const { text } = explanationOf({ step: 'abandoned', laterFinishes });
  expect(text).toMatch(/revives it\. Its payment waits for another purchase of the same\.$/);
});

test('failed tries are counted', () => {
  const error = { code: 'network' } as const;
  const once = explanationOf({ step: 'finishing', error });
  expect(once.text).toContain('The last try failed: network.');
  expect(explanationOf({ step: 'finishing', error, tries: 3 }).text).toContain(
    'The last 3 tries failed: network.',
  );
});

test('another viewer learns only whose purchase it is', () => {
  const others = { owner: '99', error: { code: 'network' } } as const;
  const open = explanationOf({ step: 'finishing', ...others });
  expect(open).toEqual({
    text: 'It belongs to another viewer. It continues when that viewer is back.',
    nextTryAt: null,
  });
  expect(explanationOf({ step: 'granted', ...others }).text).toBe('It belongs to another viewer.');
});
