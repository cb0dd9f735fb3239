import { expect, test } from '@playwright/test';
import { claimGrant } from '../../src/item/claim-grant.ts';
import { unasked, type ItemState } from '../../src/item/item-state.ts';

/** An item with a grant, and the number of its claims. */
function grantedItem(reason: string, expiresAt: number | null = 1000) {
  let claims = 0;
  const state: ItemState = { ...unasked, access: 'granted', reason, expiresAt };
  const shown = { state, onClaim: () => {} };
  const item = {
    $state: { get: () => shown.state },
    claim: async () => {
      claims++;
      shown.onClaim();
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

test('a grant whose end moves with each answer is registered once by a claim', async () => {
  const { item, shown, claims } = grantedItem('subscription');
  /** The platform grants for some minutes from each answer. */
  const answer = async (expiresAt: number): Promise<void> => {
    shown.state = { ...shown.state, expiresAt };
    await new Promise(setImmediate);
  };
  shown.onClaim = () => void answer(2000);
  claimGrant(item, '17');
  await answer(2000);
  claimGrant(item, '17');
  expect(claims(), 'the answer of the claim is no other grant').toBe(1);
  shown.onClaim = () => {};
  await answer(3000);
  claimGrant(item, '17');
  expect(claims(), 'a later check may have found another one').toBe(2);
});

test('a claim is made again if a login refused it, and not if it got no answer', async () => {
  for (const [code, count] of [
    ['identity-changed', 2],
    ['network', 1],
  ] as const) {
    const { item, shown, claims } = grantedItem('subscription');
    const granted = shown.state;
    shown.onClaim = () => {
      shown.state = { ...granted, error: { code } as ItemState['error'] };
    };
    claimGrant(item, '17');
    claimGrant(item, '17');
    await new Promise(setImmediate);
    claimGrant(item, '17');
    expect(claims(), code).toBe(count);
  }
});

test('the answer of a claim is not taken for the grant of the next viewer', async () => {
  const { item, claims } = grantedItem('subscription');
  claimGrant(item, '17');
  claimGrant(item, '18');
  await new Promise(setImmediate);
  claimGrant(item, '18');
  expect(claims()).toBe(2);
});

test('a grant without an end is registered after a grant that ended with its claim', async () => {
  const { item, shown, claims } = grantedItem('subscription');
  const granted = shown.state;
  shown.onClaim = () => {
    shown.state = { ...granted, access: 'denied', reason: 'not-paid', expiresAt: null };
  };
  claimGrant(item, '17');
  await new Promise(setImmediate);
  shown.state = { ...granted, expiresAt: null };
  claimGrant(item, '17');
  expect(claims()).toBe(2);
});
