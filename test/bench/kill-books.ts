import { expectSameFinishes } from '../faults/support/paid-once.ts';
import type { KilledRun } from './kill-run.ts';
import type { Scene } from './kill-scene.ts';

/** Holds a run against the books of platform and provider: what is wrong, in words. */
export function openBooks({
  platform,
  provider,
  faultProxy,
  domain,
}: Scene): (run: KilledRun) => Promise<string[]> {
  const known = new Set<string>();
  return async ({ statuses, access }) => {
    const { rows, problems } = await platform.ledger(domain);
    const kinds = new Map<string, string[]>();
    for (const { transaction, kind } of rows) {
      if (transaction && !known.has(transaction)) {
        kinds.set(transaction, [...(kinds.get(transaction) ?? []), kind]);
      }
    }
    for (const transaction of kinds.keys()) known.add(transaction);
    const charged = provider.payments
      .map(({ transaction }) => transaction)
      .filter((transaction) => kinds.has(transaction));
    const granted = [...kinds]
      .filter(([, all]) => all.join() === 'prepared,paid,finished')
      .map(([transaction]) => transaction);
    const odd = [...kinds].filter(([, all]) => !/^prepared(,paid,finished)?$/.test(all.join()));
    const wrong = problems.map(({ kind, text }) => `${kind}: ${text}`);
    if (charged.length !== 1) wrong.push(`charged ${charged.length} times`);
    if (granted.length !== 1) wrong.push(`granted ${granted.length} times`);
    if (charged.join() !== granted.join()) {
      wrong.push(`charged ${charged.join()}, granted ${granted.join()}`);
    }
    for (const [transaction, all] of odd) wrong.push(`transaction ${transaction}: ${all.join()}`);
    if (statuses.includes('failed')) wrong.push('the page was told of a failed purchase');
    if (access !== 'granted') wrong.push(`access is ${access}`);
    try {
      for (const transaction of kinds.keys()) expectSameFinishes(faultProxy.arrivals, transaction);
    } catch (error) {
      wrong.push(
        `transaction finished in two ways, or twice at a time: ${(error as Error).message.split('\n')[0]}`,
      );
    }
    return wrong;
  };
}
