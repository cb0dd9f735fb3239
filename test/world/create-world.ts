import { createChance } from './chance.ts';
import type { EvaluateCode } from './code.ts';
import { createDevice } from './device.ts';
import { createFacts } from './facts.ts';
import type { DeviceHabits } from './habits.ts';
import { createPlatform } from './platform.ts';
import { createProvider } from './provider.ts';
import { ThrownByPage } from './thrown-by-page.ts';
import { createVirtualTime } from './time.ts';
import type { WorldDevice } from './world-device.ts';
import type { Watchers, World } from './world.ts';

export function createWorld(
  seed: number,
  habits: DeviceHabits,
  evaluate: EvaluateCode,
  watchers: Watchers,
): World {
  const time = createVirtualTime();
  const chance = createChance(seed);
  const facts = createFacts();
  const provider = createProvider(chance);
  let sleptMs = 0;
  let pages = 0;
  const devices: WorldDevice[] = [];
  const world: World = {
    seed,
    habits,
    evaluate,
    time,
    chance,
    facts,
    provider,
    platform: createPlatform(seed, habits, provider),
    devices,
    now: () => time.now() + sleptMs,
    sleep(ms) {
      sleptMs += ms;
    },
    countPage: () => ++pages,
    killPlan: { writesLeft: 0 },
    arrivals: [],
    closedVisits: new Set(),
    purchaseIds: new Set(),
    handedTokens: new Set(),
    readerErrors: { thrown: [], surfaced: 0 },
    players: new Map(),
    blockedPages: new Set(),
    windowPages: new Map(),
    noteLeaving: (page, payment) => watchers.noteLeaving(world, page, payment),
    chargedAt: new Map(),
    noteCharge(visit) {
      const { transactionId } = visit.payment;
      const isCharged = provider.charges.some(
        (charge) => charge.transactionId === transactionId && charge.outcome !== 'declined',
      );
      if (isCharged && !world.chargedAt.has(transactionId)) {
        world.chargedAt.set(transactionId, visit);
      }
    },
    noteList: (page, data) => watchers.noteList(world, page, data),
    watchPage: (page) => watchers.watchPage(world, page),
    onCommit: (device) => watchers.onCommit(world, device),
    noteUncaught(page, error) {
      if (error instanceof ThrownByPage) {
        if (error.message.startsWith('read')) world.readerErrors.surfaced++;
        return;
      }
      facts.uncaught.push(`${page}: ${String((error as Error)?.stack ?? error)}`);
    },
  };
  devices.push(createDevice(world, 0), createDevice(world, 1));
  return world;
}
