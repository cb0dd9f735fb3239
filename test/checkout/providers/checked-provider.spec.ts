import { expect, test } from '@playwright/test';
import { checkedProvider } from '../../../src/checkout/providers/checked-provider.ts';
import type { Provider } from '../../../src/checkout/providers/provider.ts';
import { createHeldCheckout } from '../../fixtures/checkout/held-checkout.ts';

const url = (): string => 'https://provider.test/';
const values = {
  operation: 'ppv',
  item: 7,
  amount: 399,
  currency: 'EUR',
  provider: 'card',
} as const;

/** What a check says in a frame of another site. */
function checkInFrame(provider: Provider, popup: string): string {
  const { context } = createHeldCheckout([provider]);
  Object.assign(context.tab, { isForeignFrame: () => true });
  try {
    return checkedProvider(context, values, { kind: popup } as never).name;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test('in a frame of another site only a payment that stays out of the page is possible', () => {
  const popup: Provider = { name: 'card', type: 'popup', url };
  expect(checkInFrame(popup, 'window')).toBe('card');
  expect(checkInFrame(popup, 'none')).toBe('card');
  expect(checkInFrame(popup, 'blocked')).toBe('provider-unavailable');
  const inPage: Provider = { name: 'card', type: 'in-page', pay: async () => ({}) as never };
  expect(checkInFrame(inPage, 'blocked')).toBe('card');
  expect(checkInFrame({ name: 'card', type: 'redirect', url }, 'none')).toBe(
    'provider-unavailable',
  );
});

test('values and providers that are not known are refused, with the field', () => {
  const { context } = createHeldCheckout([{ name: 'card', type: 'redirect', url }]);
  const check = (more: object) => () =>
    checkedProvider(context, { ...values, ...more } as never, { kind: 'none' } as never);
  expect(check({})()).toMatchObject({ name: 'card' });
  for (const [more, field] of [
    [{ provider: 'cash' }, 'provider'],
    [{ item: undefined }, 'item'],
    [{ item: 0 }, 'item'],
    [{ item: '0' }, 'item'],
    [{ amount: undefined }, 'amount'],
    [{ currency: undefined }, 'currency'],
  ] as const) {
    expect(check(more)).toThrow(expect.objectContaining({ code: 'input', field }));
  }
});
