import { setTimeout as sleep } from 'node:timers/promises';
import { between, oneOf, type Chance } from '../world/chance.ts';
import type { Scene } from './scene.ts';

const endpoints = ['*', 'session/*', 'payment/*', 'payment/finishtransaction', 'allmedia/*'];
const kinds = [
  'lose request',
  'lose answer',
  'unreadable answer',
  'status 500',
  'status 503',
  'delay 2s',
];

/** Makes something go wrong every few seconds until `signal` says that it is enough. */
export async function makeTrouble(
  { platform, context }: Scene,
  chance: Chance,
  count: (kind: string) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const kind = oneOf(chance, [...kinds, 'offline', 'lose session']);
    count(kind);
    if (kind === 'offline') await beOffline(context, between(chance, 1000, 5000), signal);
    // Only calls that name a session know that it is lost.
    else if (kind === 'lose session') platform.faults.add('payment/*: lose session, once');
    else platform.faults.add(`${oneOf(chance, endpoints)}: ${kind}, once`);
    await pause(between(chance, 1000, 6000), signal);
  }
}

async function beOffline(
  context: Scene['context'],
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  await context.setOffline(true);
  await pause(ms, signal);
  await context.setOffline(false);
}

/** Waits, unless it is enough before. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {}); // it is enough
}

/** Takes everything back that may still go wrong. */
export async function endTrouble({ platform, context }: Scene): Promise<void> {
  platform.faults.clear();
  await context.setOffline(false);
}
