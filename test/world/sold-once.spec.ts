import { expect, test } from '@playwright/test';
import type { WorldEvent } from './events.ts';
import { play, wait } from './play.ts';

// A page that does not know of a payment yet. To the judges a later click is another intent.

const buy = (tab: number): WorldEvent => ({
  does: 'buy',
  tab,
  deal: 0,
  by: 'in-page',
  times: 1,
});
const pay: WorldEvent = { does: 'pay', visit: 0, act: 'approve', back: 'same tab' };

const ways = [
  ['frozen', 'freeze', 'thaw', 1],
  ['in the back/forward cache', 'into the back/forward cache', 'restore', 1],
  ['frozen, and has just begun to ask', 'freeze', 'thaw', 150],
] as const;

for (const [title, sleep, wake, ms] of ways) {
  test(`a film that was paid while the page was ${title} is not sold again`, async () => {
    const events: readonly WorldEvent[] = [
      { does: 'login', tab: 1, viewer: 1, how: 'right' },
      wait(1500),
      { does: 'check', tab: 2 },
      wait(2000),
      { does: sleep, tab: 2 },
      buy(1),
      wait(2500),
      pay,
      wait(90_000),
      { does: wake, tab: 2 },
      wait(ms),
      buy(2),
      wait(3000),
      pay,
      wait(20_000),
    ];
    for (const { sent } of await play(events)) {
      const prepared = sent.filter(({ id }) => id === 'payment/preparetransaction');
      expect(prepared.map(({ page }) => page.slice(0, 6))).toEqual(['page 1']);
    }
  });
}

test('a page that shows the film as granted sells it again an hour later', async () => {
  const buyAndPay = [buy(1), wait(2500), pay, wait(3_600_000)];
  for (const { sent } of await play([
    { does: 'login', tab: 1, viewer: 1, how: 'right' },
    wait(1500),
    ...buyAndPay,
    ...buyAndPay,
  ])) {
    expect(sent.filter(({ id }) => id === 'payment/finishtransaction')).toHaveLength(2);
  }
});
