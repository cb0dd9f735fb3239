import { setMaxListeners } from 'node:events';
import { pageAddress } from '../../session/simulation/device.ts';
import { invariants } from '../../session/simulation/invariants.ts';
import type { LoadedRuntime } from '../../session/simulation/load-runtime.ts';
import { settle } from '../../session/simulation/virtual-time.ts';
import { heal, login, perform } from './commands.ts';
import type { Command } from './commands.ts';
import { brokenMoney, isMistaken } from './money.ts';
import { createShop } from './shop.ts';
import type { Shop } from './simulated-shop.ts';

setMaxListeners(100); // ten clicks wait for one signal, which a browser allows

/** The time in which open pages recover after all faults have ended. */
const recoveryMs = 180_000;
/** A lease (45 s), the remaining requests, and two intervals of a pending purchase (5 min). */
const finishingMs = 720_000;

/** Runs a sequence of commands for a viewer who is logged in. Returns the violated invariants. */
export async function runSequence(
  seed: number,
  commands: readonly Command[],
  loaded: LoadedRuntime,
): Promise<{ shop: Shop; broken: string[] }> {
  const uncaught: string[] = [];
  const onUncaught = (reason: unknown): void =>
    void uncaught.push(`uncaught: ${(reason as Error)?.stack ?? String(reason)}`);
  process.on('unhandledRejection', onUncaught);
  const shop = createShop(seed, loaded);
  const { device, watch } = shop;
  const { history } = device;
  try {
    await perform(shop, { does: 'login', tab: 0, user: 1 });
    await device.pass(1000);
    for (const command of commands) await perform(shop, command);
    await heal(shop);
    await device.pass(recoveryMs);
    const broken = await comeBack(shop);
    await settle();
    history.endedAt = device.worldNow();
    history.endedT = device.time.now();
    broken.push(
      ...Object.entries(invariants)
        .filter(([words]) => words.startsWith('9.'))
        .flatMap(([words, isBroken]) => isBroken(history).map((what) => `${words}: ${what}`)),
    );
    const wrong = history.promised
      .filter(({ error }) => error && !/^[a-z-]+$/.test(error))
      .map(({ tab, name, error }) => `${tab}: ${name} ends with ${error}`);
    return { shop, broken: [...watch.broken, ...broken, ...wrong, ...uncaught, ...history.errors] };
  } finally {
    process.off('unhandledRejection', onUncaught);
  }
}

const mostLogins = 3;

/** Every buyer returns to the same profile, online. Returns what is wrong with their money. */
async function comeBack(shop: Shop): Promise<string[]> {
  const { device, payments, entries } = shop;
  const users = new Set([...payments.transactions.values()].map(({ user }) => user));
  const broken: string[] = [];
  for (const user of users) {
    device.kill(5000);
    await device.pass(1000);
    const tab = device.open(0, false, pageAddress);
    // A login fails when its session has ended, and the next one uses another session. After a kill
    // there may be two such sessions.
    for (let tries = 0; tries < mostLogins && tab.usher.$user.get()?.id !== user; tries++) {
      login(tab, Number(user));
      await device.pass(60_000);
    }
    await device.pass(finishingMs);
    if (tab.usher.$user.get()?.id !== user) broken.push(`${tab.name}: ${user} cannot log in`);
    broken.push(...brokenMoney(shop, user));
  }
  const late = entries().filter(
    (entry) => /^(finishing|verifying)$/.test(entry.step) && !isMistaken(shop, entry),
  );
  broken.push(...late.map(({ id, step }) => `4. ${id} is still ${step} in good times`));
  return broken;
}
