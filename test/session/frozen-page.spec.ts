import { expect, test } from '@playwright/test';
import { createDevice } from './simulation/device.ts';
import type { Device } from './simulation/simulated-device.ts';
import { keepalivesOf } from './simulation/keepalives.ts';
import { loadRuntime } from './simulation/load-runtime.ts';

const minuteMs = 60_000;
const world = { seed: 3, renames: false, hasStorage: true };

interface Mirrored {
  readonly epoch: number;
  readonly session?: { readonly id: string; readonly keptAliveAt: number };
}
const mirrored = (device: Device): Mirrored =>
  JSON.parse(device.mirror.get(`usher:${device.baseUrl}|741`)!) as Mirrored;

/** Two tabs with one session. The first is logged in. */
async function openTwo(): Promise<Device> {
  const device = createDevice(world, await loadRuntime());
  for (const place of [0, 1]) {
    void device.open(place).usher.start();
    await device.pass(2000);
  }
  void device.tabs.get(0)!.usher.login({ provider: 'manual', username: 'viewer1', password: 'x' });
  await device.pass(2000);
  return device;
}

for (const ending of ['forget', 'setPersistence'] as const) {
  test(`a frozen page wakes without the user after ${ending}() in another tab, and sends and stores no user data`, async () => {
    const device = await openTwo();
    const [first, second] = [device.tabs.get(0)!, device.tabs.get(1)!];
    const { id } = first.usher.$session.get();
    second.freeze();
    await device.pass(1000);
    void first.usher[ending]('none');
    await device.pass(2000);
    const sentBefore = device.history.sent.length;
    device.close(0);
    await device.pass(20 * minuteMs);
    second.thaw();
    await device.pass(minuteMs);
    expect(second.usher.$user.get()).toBe(null);
    expect(second.usher.$session.get().status).toBe('ended');
    const sent = device.history.sent.slice(sentBefore);
    expect(sent.filter((one) => one.session === id && one.id !== 'session/logout')).toEqual([]);
    expect(mirrored(device).session).toBe(undefined);
    expect(JSON.stringify(device.records.get(`usher:${device.baseUrl}|741`))).not.toContain(id!);
  });
}

test('a page frozen during a keepalive does not overwrite the time of a later one', async () => {
  const device = await openTwo();
  const [first, second] = [device.tabs.get(0)!, device.tabs.get(1)!];
  device.setNetwork('slow');
  while (!device.history.sent.some(({ id }) => id === 'session/keepalive')) await device.pass(1000);
  const sender =
    device.history.sent.find(({ id }) => id === 'session/keepalive')!.tab === first.name
      ? first
      : second;
  const other = sender === first ? second : first;
  sender.freeze();
  device.setNetwork('up');
  await device.pass(14 * minuteMs); // the other tab sends the next keepalive
  expect(keepalivesOf(device).length).toBeGreaterThanOrEqual(2);
  const { keptAliveAt } = mirrored(device).session!;
  sender.thaw();
  await device.pass(5000);
  expect(mirrored(device).session!.keptAliveAt).toBeGreaterThanOrEqual(keptAliveAt);
  expect(other.usher.$session.get().status).toBe('ready');
});
