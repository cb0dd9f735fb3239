import { expect, test } from '@playwright/test';
import {
  ensureYoungLease,
  ownersRequestOptions,
} from '../../../src/checkout/finish/owners-request-options.ts';
import { leaseMs } from '../../../src/checkout/purchase/purchase-record.ts';
import type { SavedSession } from '../../../src/session/storage/saved-session.ts';
import {
  createHeldCheckout,
  purchaseOf,
  type HeldCheckout,
} from '../../fixtures/checkout/held-checkout.ts';
import { key } from '../../fixtures/session/held-stores.ts';

const refused = expect.objectContaining({ code: 'identity-changed' });

test('a page that was frozen for 15 s after it took the lease of a purchase sends nothing', () => {
  const { context, stores } = createHeldCheckout();
  const now = stores.clock.now();
  const check = (takenAgoMs: number) => (): void =>
    ensureYoungLease(context, { tabId: 'a', expiresAt: now - takenAgoMs + leaseMs });
  expect(check(15_000)).not.toThrow();
  expect(check(15_001)).toThrow(expect.objectContaining({ code: 'aborted', reason: 'frozen' }));
  expect(() => ensureYoungLease(context, undefined)).not.toThrow();
});

test('a finish is sent in a session of the owner only', async () => {
  const { context } = createHeldCheckout();
  const { findSession } = ownersRequestOptions(context, purchaseOf('a'));
  expect(await findSession()).toMatchObject({ user: { id: '17' } });
  const other = ownersRequestOptions(context, purchaseOf('a', { owner: '18' }));
  await expect(other.findSession()).rejects.toEqual(refused);
});

for (const [words, status, user, isSent] of [
  ['sent while a session opens, as the viewer is not known', 'opening', undefined, true],
  ['sent for the viewer of a page that has its session no more', 'ready', { id: '17' }, true],
  ['refused after the end of a session, as nobody is logged in', 'ended', undefined, false],
  ['refused when another viewer is shown', 'ready', { id: '18' }, false],
] as const) {
  test(`without a session a finish is ${words}`, async () => {
    const { context } = createHeldCheckout();
    Object.assign(context.session, { ready: async () => undefined });
    const current = user && { id: '1', user };
    Object.assign(context.session.context, { current, $session: { value: { status } } });
    const finding = ownersRequestOptions(context, purchaseOf('a')).findSession();
    if (isSent) expect(await finding).toBe(undefined);
    else await expect(finding).rejects.toEqual(refused);
  });
}

const session: SavedSession = {
  id: '1',
  domain: '741',
  deviceHash: '3:1795262400:772742',
  fingerprint: '',
  keptAliveAt: 1000,
  user: { id: '17' },
  geo: {},
  data: {},
};

/** A page with a finish that is being signed. */
function signing(): HeldCheckout & { readonly beforeSend: () => void } {
  const checkout = createHeldCheckout();
  const { context, stores } = checkout;
  const { browser } = stores.context;
  const members = { browser, settings: { key }, persistence: 'device', current: session };
  Object.assign(context.session.context, members);
  Object.assign(context.session, { current: () => session });
  const { beforeSend } = ownersRequestOptions(context, purchaseOf('a'));
  return { ...checkout, beforeSend: () => beforeSend?.() };
}

test('a finish does not leave when another tab has announced a login while it was signed', () => {
  const { stores, beforeSend } = signing();
  expect(beforeSend).not.toThrow();
  const { deviceHash } = session;
  const login = { id: 'x', session: session.id, endsAt: stores.clock.now() + 1000 };
  stores.store('device', {
    deviceHash,
    epoch: 1,
    epochStartedAt: 1000,
    revision: 1,
    session,
    login,
  });
  expect(beforeSend).toThrow(refused);
});

test('a finish does not leave when somebody else has logged in while it was signed', () => {
  const { context, beforeSend } = signing();
  Object.assign(context.session, { current: () => ({ id: '2', user: { id: '18' } }) });
  expect(beforeSend).toThrow(refused);
});
