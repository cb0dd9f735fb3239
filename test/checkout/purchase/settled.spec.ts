import { expect, test } from '@playwright/test';
import type { Purchase } from '../../../src/index.ts';
import { createFakeUsher } from '../../../src/testing/create-fake-usher.ts';

const offer = { operation: 'ppv', amount: 499, currency: 'EUR' } as const;

const openPurchase = async (): Promise<Purchase> =>
  createFakeUsher({
    user: { id: '17', name: 'ada' },
    items: { '7/video': 'denied' },
    offers: [offer],
  })
    .item({ item: 7, streamtype: 'video' })
    .buy(offer, { provider: 'card' });

/** Counts the listeners of a signal. */
function countListeners(signal: AbortSignal): () => number {
  const listeners = new Set<unknown>();
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...given: Parameters<typeof addEventListener>) => {
    listeners.add(given[1]);
    addEventListener.apply(signal, given);
  };
  signal.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
    listeners.delete(given[1]);
    removeEventListener.apply(signal, given);
  };
  return () => listeners.size;
}

for (const deadlineMs of [NaN, -1, '', '1000', null]) {
  test(`a deadline of ${typeof deadlineMs} ${String(deadlineMs)} is refused`, async () => {
    const purchase = await openPurchase();
    await expect(purchase.settled({ deadlineMs } as object)).rejects.toMatchObject({
      code: 'input',
      field: 'deadlineMs',
    });
  });
}

test('a signal that is none is refused', async () => {
  const purchase = await openPurchase();
  const given = { signal: { aborted: false } } as unknown as { signal: AbortSignal };
  await expect(purchase.settled(given)).rejects.toMatchObject({ code: 'input', field: 'signal' });
});

test('a signal has no listener once the wait is over, also one that was aborted before', async () => {
  const purchase = await openPurchase();
  const abort = new AbortController();
  const count = countListeners(abort.signal);
  const waiting = purchase.settled({ signal: abort.signal });
  await expect.poll(count).toBe(1);
  abort.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
  await expect(purchase.settled({ signal: abort.signal })).rejects.toMatchObject({
    code: 'aborted',
  });
  expect(count()).toBe(0);
});
