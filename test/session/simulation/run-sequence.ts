import { heal, call, perform } from './commands.ts';
import type { Command } from './commands.ts';
import { createDevice } from './device.ts';
import type { Device, World } from './simulated-device.ts';
import type { History, Promised } from './history.ts';
import { invariants } from './invariants.ts';
import type { LoadedRuntime } from './load-runtime.ts';
import { settle } from './virtual-time.ts';

/**
 * The time after which all tabs must agree when all faults have ended. Probes come after at most 2
 * min.
 */
const recoveryMs = 180_000;
const anotherIntervalMs = 1_200_000;

/** Runs a sequence of commands on a device. Returns the violated invariants. */
export async function runSequence(
  world: World,
  commands: readonly Command[],
  loaded: LoadedRuntime,
): Promise<{ device: Device; broken: string[] }> {
  const uncaught: string[] = [];
  const onUncaught = (reason: unknown): void =>
    void uncaught.push(`uncaught: ${(reason as Error)?.stack ?? String(reason)}`);
  process.on('unhandledRejection', onUncaught);
  const device = createDevice(world, loaded);
  try {
    for (const command of commands) await perform(device, command);
    await heal(device);
    await device.pass(recoveryMs);
    const broken = await inAgreement(device, isForgotten);
    await device.pass(anotherIntervalMs);
    broken.push(...(await inAgreement(device, () => false)));
    await settle();
    device.history.endedAt = device.worldNow();
    device.history.endedT = device.time.now();
    for (const [words, isBroken] of Object.entries(invariants)) {
      broken.push(...isBroken(device.history).map((what) => `${words}: ${what}`));
    }
    return { device, broken: [...broken, ...uncaught, ...device.history.errors] };
  } finally {
    process.off('unhandledRejection', onUncaught);
  }
}

/**
 * When the mirror was lost and the clock set back, nothing on the device shows which record is
 * newer. A keepalive shows it.
 */
const isUndatable = ({ faults }: History): boolean =>
  (['mirror', 'setback'] as const).every((one) => faults.some(({ kind }) => kind === one));

/**
 * A page without knowledge of the latest epoch, whose number was erased, may open a session with a
 * lower one. In another tab the record of an end, or of another user, supersedes it, and the call
 * is not repeated. The next call agrees.
 */
const isForgotten = (history: History, { error }: Promised): boolean =>
  /^(aborted|identity-changed)$/.test(error ?? '') &&
  (history.faults.some(({ kind }) => kind === 'cleared') || isUndatable(history));

/** Without faults every tab shows the same session, which the platform knows, and reads with it. */
async function inAgreement(
  device: Device,
  isExempt: (history: History, promised: Promised) => boolean,
): Promise<string[]> {
  const { tabs, history, platform } = device;
  const before = history.promised.length;
  for (const [place, tab] of tabs) {
    call(tab, { does: 'read', tab: place });
    await device.pass(2000);
  }
  await device.pass(30_000);
  const failed = history.promised
    .slice(before)
    .filter((one) => one.error || one.settledAt === undefined);
  const exempt = failed.filter((one) => isExempt(history, one));
  const broken = failed
    .filter((one) => !exempt.includes(one))
    .map(({ tab, error }) => `in good times a read of ${tab} fails: ${error}`);
  const shown = [...tabs.values()]
    .filter(({ name }) => !exempt.some(({ tab }) => tab === name))
    .map(({ name, usher }) => ({ name, ...usher.$session.get() }));
  const ids = new Set(shown.map(({ id, user }) => `${id} of ${user?.id}`));
  if (ids.size > 1 || shown.some(({ status }) => status !== 'ready')) {
    broken.push(
      `8. One session survives in all: ${shown.map(({ name, status, id, user }) => `${name} is ${status} with ${id} of ${user?.id}`).join(', ')}`,
    );
  }
  for (const { name, id } of shown) {
    if (id && !platform.isAlive(id, device.worldNow()) && !isUndatable(history)) {
      broken.push(`${name} shows ${id}, which is over`);
    }
  }
  return broken;
}
