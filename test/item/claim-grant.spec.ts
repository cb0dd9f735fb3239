import { expect, test } from '@playwright/test';
import { claimGrant } from '../../src/item/claim-grant.ts';
import { unasked, type ItemState } from '../../src/item/item-state.ts';

/** An item with a grant, and the number of its claims. */
function grantedItem(reason: string, expiresAt: number | null = 1000) {
  let claims = 0;
  const state: ItemState = { ...unasked, access: 'granted', reason, expiresAt };
  const shown = { state };
  const item = {
    $state: { get: () => shown.state },
    claim: async () => {
      claims++;
      return shown.state;
    },
  };
  return { item: item as never, shown, claims: () => claims };
}

test('only a grant by a subscription or from elsewhere is registered when it is used', () => {
  for (const [reason, count] of [
    ['subscription', 1],
    ['external', 1],
    ['paid', 0],
    ['free', 0],
    ['voucher', 0],
  ] as const) {
    const { item, claims } = grantedItem(reason);
    claimGrant(item, '17');
    expect(claims(), reason).toBe(count);
  }
});

test('a grant is registered once for each viewer, and the next grant again', () => {
  const { item, shown, claims } = grantedItem('subscription');
  claimGrant(item, '17');
  claimGrant(item, '17');
  expect(claims()).toBe(1);
  claimGrant(item, '18');
  expect(claims()).toBe(2);
  shown.state = { ...shown.state, expiresAt: 2000 };
  claimGrant(item, '18');
  expect(claims()).toBe(3);
});
