import { createChance } from './chance.ts';
import { createDurableRecords } from './durable-records.ts';
import { createHistory, addFault, setFault } from './history.ts';
import type { LoadedRuntime } from './load-runtime.ts';
import { createMirror } from './mirror.ts';
import { createNetwork } from './network.ts';
import { createPlatform } from './platform.ts';
import { openTab } from './tab.ts';
import type { Device, Tab, Selling, World } from './simulated-device.ts';
import { createVirtualTime } from './virtual-time.ts';
import type { VirtualTime } from './virtual-time.ts';

const startMs = Date.UTC(2026, 10, 21, 12);
const baseUrl = 'https://platform.test/v3.1/741';
/** The address of pages, unless a command gives another. */
export const pageAddress = 'https://publisher.test/watch';
/** The key of the records. */
export const key: string = `usher:${baseUrl}|741`;

/**
 * Creates a device with tabs, a network and a platform. Machine, pages and world have their own
 * times.
 */
export function createDevice(
  world: World,
  loaded: LoadedRuntime,
  selling?: Selling,
  time: VirtualTime = createVirtualTime(),
  chance: () => number = createChance(world.seed),
): Device {
  const history = createHistory();
  const tabs = new Map<number, Tab>();
  const tabStores = new Map<number, Map<string, string>>();
  let [sleptMs, jumpedMs, opened] = [0, 0, 0];
  const worldNow = (): number => time.now() + sleptMs;
  const mirror = createMirror(time, chance);
  const records = createDurableRecords(time, chance);
  const platform = createPlatform(world.seed, world.renames, world.id, selling?.answers);
  const network = createNetwork({ time, chance, history, platform, baseUrl, worldNow });
  const close = (place: number, isKilled = false): void => {
    tabs.get(place)?.close(isKilled);
    tabs.delete(place);
  };
  const device: Device = {
    ...world,
    time,
    chance,
    history,
    mirror,
    records,
    network,
    platform,
    baseUrl,
    worldNow,
    tabs,
    close,
    isBusy: (owner) => records.isBusy(owner) || !!selling?.isBusy(owner),
    wallNow: () => Math.floor(startMs + worldNow() + jumpedMs),
    open(place, again = false, address = pageAddress) {
      close(place);
      if (!again || !tabStores.has(place)) tabStores.set(place, new Map());
      const name = `tab ${place}.${++opened}`;
      const tab = openTab(
        device,
        loaded,
        name,
        tabStores.get(place)!,
        address,
        selling?.extrasOf(place, name),
      );
      tabs.set(place, tab);
      return tab;
    },
    pass: time.pass,
    sleep(ms) {
      sleptMs += ms;
      addFault(history, 'clocks', worldNow() - ms, worldNow());
      addFault(history, 'network', worldNow() - ms, worldNow());
      network.breakOff();
    },
    jump(ms) {
      jumpedMs += ms;
      addFault(history, 'clocks', worldNow());
      if (ms < 0) addFault(history, 'setback', worldNow());
    },
    ...faults({
      time,
      history,
      mirror,
      records,
      network,
      platform,
      tabs,
      tabStores,
      close,
      worldNow,
    }),
    epoch: () =>
      (JSON.parse(mirror.get(key) ?? 'null') as { epoch?: number } | null)?.epoch ?? null,
    mirrorLength: () => mirror.get(key)?.length ?? 0,
  };
  return device;
}

type Faulty = Pick<
  Device,
  'time' | 'history' | 'mirror' | 'records' | 'network' | 'platform' | 'tabs' | 'close' | 'worldNow'
> & { readonly tabStores: Map<number, unknown> };

function faults({
  history,
  mirror,
  records,
  network,
  platform,
  tabs,
  tabStores,
  close,
  worldNow,
}: Faulty): Pick<Device, 'kill' | 'clear' | 'restart' | 'setNetwork' | 'setDurable'> {
  const forgetEpochs = (): void => {
    addFault(history, 'mirror', worldNow());
    history.epochs.push({ at: worldNow(), epoch: null });
  };
  return {
    kill(lostMs) {
      for (const place of tabs.keys()) close(place, true);
      tabStores.clear();
      mirror.lose(lostMs);
      forgetEpochs();
    },
    clear() {
      mirror.clear();
      records.clear();
      forgetEpochs();
      addFault(history, 'cleared', worldNow());
    },
    restart() {
      platform.restart();
      addFault(history, 'platform', worldNow());
    },
    setNetwork(mood) {
      network.behave(mood);
      if (mood === 'up') {
        for (const tab of tabs.values()) if (tab.is() !== 'frozen') tab.wake('online');
      }
    },
    setDurable(mood) {
      records.behave(mood);
      setFault(history, 'durable', mood !== 'ok', worldNow());
    },
  };
}
