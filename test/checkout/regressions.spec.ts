import { expect, test } from '@playwright/test';
import { loadRuntime } from '../session/simulation/load-runtime.ts';
import type { Command } from './simulation/commands.ts';
import type { Act } from './simulation/provider.ts';
import { runSequence } from './simulation/run-sequence.ts';

interface Regression {
  readonly title: string;
  readonly commands: readonly Command[];
}

const buy = (tab: number, provider: 'redirect' | 'in-page', times = 1): Command => ({
  does: 'buy',
  tab,
  deal: 0,
  amount: 0,
  provider,
  times,
});
const pay = (act: Act): Command => ({ does: 'pay', tab: 0, visit: 0, act, returns: true });
const wait = (ms: number): Command => ({ does: 'wait', ms });
const login = (user: number): Command => ({ does: 'login', tab: 0, user });
const jump = (ms: number): Command => ({ does: 'jump', ms });
const restart: Command = { does: 'restart' };

/** The shortest sequences that once lost money, or sent more requests than needed. */
const regressions: readonly Regression[] = [
  {
    title: 'a login of another viewer during a finish does not fail the payment',
    commands: [
      buy(0, 'redirect'),
      wait(1000),
      restart,
      pay('approve'),
      wait(200),
      login(2),
      buy(0, 'redirect'),
    ],
  },
  {
    title: 'a payment does not fail on a page that does not know of a change of user',
    commands: [buy(0, 'redirect'), wait(1000), login(2), pay('approve'), buy(0, 'redirect')],
  },
  {
    title: 'ten clicks after a failed prepare send one more prepare',
    commands: [
      { does: 'mishap', kind: '500', of: 'preparetransaction', count: 1 },
      buy(0, 'redirect'),
      wait(1000),
      buy(0, 'redirect', 10),
    ],
  },
  {
    title: 'a purchase is finished once after a lost prepare and a second click',
    commands: [
      { does: 'mishap', kind: 'lost', of: 'preparetransaction', count: 1 },
      buy(0, 'in-page'),
      wait(400),
      buy(0, 'in-page', 10),
      wait(400),
      pay('approve'),
    ],
  },
  {
    title: 'a payment approved while the journal is full is written as soon as there is room',
    commands: [
      buy(0, 'in-page'),
      wait(1000),
      { does: 'journal', is: 'full' },
      pay('approve'),
      wait(1000),
    ],
  },
  {
    title: 'a return that arrives while the journal does not open is written when it opens',
    commands: [
      buy(0, 'redirect'),
      wait(1000),
      { does: 'journal', is: 'hangs' },
      pay('approve'),
      wait(40_000),
    ],
  },
  {
    title: 'a pending purchase is checked again after the clock was set back',
    commands: [
      buy(0, 'redirect'),
      wait(1000),
      pay('pending'),
      wait(1000),
      jump(-3_600_000),
      restart,
    ],
  },
  {
    title: 'a return one day after the purchase began is not abandoned while it is written',
    commands: [
      buy(0, 'redirect'),
      wait(400),
      pay('approve'),
      { does: 'sleep', ms: 93_600_000 },
      wait(60_000),
    ],
  },
  {
    title: 'a page that released a lease still counts as alive for its next lease',
    commands: [
      { does: 'open', tab: 0 },
      { does: 'kill', ms: 5000 },
      buy(0, 'redirect', 10),
      wait(426),
      pay('pending'),
      { does: 'login', tab: 1, user: 1 },
      { does: 'forge', tab: 0, kind: 'tampered' },
      { does: 'pay', tab: 2, visit: 0, act: 'approve', returns: true },
    ],
  },
  {
    title: 'an approved payment counts while a declined one is being finished',
    commands: [buy(0, 'redirect'), wait(1000), pay('decline'), wait(12), pay('approve')],
  },
];

/** Random numbers decide how long each step takes, so each sequence runs with these seeds. */
const seeds = Array.from({ length: 20 }, (_, index) => index);

for (const { title, commands } of regressions) {
  test(title, async () => {
    const broken: string[] = [];
    for (const seed of seeds) {
      broken.push(
        ...(await runSequence(seed, commands, await loadRuntime())).broken.map(
          (words) => `seed ${seed}: ${words}`,
        ),
      );
    }
    expect(broken).toEqual([]);
  });
}
