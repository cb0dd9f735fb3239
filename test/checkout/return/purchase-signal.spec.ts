import { expect, test } from '@playwright/test';
import { createPurchaseSignal, grantedAtIn } from '../../../src/checkout/return/purchase-signal.ts';
import { createHeldStores, key } from '../../fixtures/session/held-stores.ts';

test('a step of a purchase that grants nothing keeps the time of the last grant', () => {
  const { context } = createHeldStores();
  const signal = createPurchaseSignal(context.browser.textStore, key);
  expect(grantedAtIn(signal.read())).toBe('');
  signal.notify('first');
  expect([signal.read(), grantedAtIn(signal.read())]).toEqual([':first', '']);
  signal.notify('second', 1234);
  signal.notify('third');
  expect([signal.read(), grantedAtIn(signal.read())]).toEqual(['1234:third', '1234']);
});
