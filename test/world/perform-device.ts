import type { Pause, WorldEvent } from './events.ts';
import { addFault, setFault } from './facts.ts';
import { forgetEpochs } from './judges/epochs.ts';
import { forgetJournal } from './judges/journal.ts';
import { begin } from './open-page.ts';
import { viewers } from './viewers.ts';
import type { WorldDevice } from './world-device.ts';
import type { World } from './world.ts';

/** An event of the device, its browser, the network or the platform. */
export type DeviceEvent = Exclude<
  Exclude<WorldEvent, Pause>,
  { readonly tab: number } | { readonly does: 'pay' | 'close window' }
>;

export function toDevice(world: World, device: WorldDevice, event: DeviceEvent): void {
  const { facts, now, platform } = world;
  switch (event.does) {
    case 'publish':
      device.site = event.site;
      return;
    case 'kill the browser':
      forgetEpochs(world);
      device.kill(event.lostMs, event.powerLostMs, event.restores);
      for (const page of device.pages()) begin(page);
      return;
    case 'kill at a write':
      world.killPlan.writesLeft = event.writes;
      return;
    case 'network':
      return setNetwork(device, event.is);
    case 'mishap':
      return device.network.plan(event.kind, event.count, event.of ?? undefined);
    case 'database':
      return setDatabase(world, device, event.is);
    case 'storage':
      return setStorage(world, device, event.is);
    case 'chunks':
      addFault(facts, device.index, 'chunks', now(), Infinity);
      return event.are === 'late'
        ? device.chunks.delay(event.count)
        : device.chunks.lose(event.count);
    case 'windows':
      device.blocksWindows = event.are === 'blocked';
      return;
    case "provider's reader":
      device.isReaderBroken = event.is === 'broken';
      return;
    case 'price':
      return platform.payments.setPrice(event.amount);
    case 'platform restarts':
      addFault(facts, device.index, 'platform', now());
      return platform.restart();
    case 'platform gives the session to':
      addFault(facts, device.index, 'platform', now());
      platform.handSessionTo(event.viewer === null ? null : viewers[event.viewer]!.id, now());
      return;
  }
}

export function setNetwork(device: WorldDevice, mood: 'up' | 'refuses' | 'silent' | 'slow'): void {
  device.network.behave(mood);
  if (mood !== 'up') return;
  for (const page of device.pages()) if (page.pace.life() !== 'frozen') page.fire('online');
}

function setDatabase(
  world: World,
  device: WorldDevice,
  mood: 'ok' | 'hangs' | 'rejects' | 'full' | 'deleted',
): void {
  const { facts, now } = world;
  if (mood !== 'deleted') return device.setDatabase(mood);
  device.database.deleteAll();
  forgetJournal(world, device.index);
  addFault(facts, device.index, 'cleared', now());
}

function setStorage(
  world: World,
  device: WorldDevice,
  mood: 'ok' | 'full' | 'blocked' | 'cleared' | 'half cleared',
): void {
  const { facts, now, chance } = world;
  if (mood === 'cleared' || mood === 'half cleared') {
    forgetEpochs(world);
    device.storage.clear(() => mood === 'cleared' || chance() < 0.5);
    addFault(facts, device.index, 'cleared', now());
    return;
  }
  device.storageMood = mood;
  setFault(facts, device.index, 'storage', mood !== 'ok', now());
}
