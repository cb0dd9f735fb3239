import { createChance } from './chance.ts';
import { createDurableRecords } from './durable-records.ts';
import type { DurableMood, DurableRecords } from './durable-records.ts';
import { createHistory, disturb, trouble } from './history.ts';
import type { History } from './history.ts';
import type { LoadedRuntime } from './load-runtime.ts';
import { createMirror } from './mirror.ts';
import type { Mirror } from './mirror.ts';
import { createNetwork } from './network.ts';
import type { Network, NetworkMood } from './network.ts';
import { createPlatform } from './platform.ts';
import type { Platform } from './platform.ts';
import { openTab } from './tab.ts';
import type { Tab } from './tab.ts';
import { createVirtualTime } from './virtual-time.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface World {
  readonly seed: number;
  /** The platform answers a login with another session ID. */
  readonly renames: boolean;
  /** Without it there is neither mirror nor IndexedDB. */
  readonly hasStorage: boolean;
  /** The ID of all sessions; drawn when absent. */
  readonly id?: string;
}

/** One viewer's browser with its tabs, and the platform. */
export interface Device extends World {
  readonly time: VirtualTime;
  readonly chance: () => number;
  readonly history: History;
  readonly mirror: Mirror;
  readonly records: DurableRecords;
  readonly network: Network;
  readonly platform: Platform;
  readonly baseUrl: string;
  /** The world's own time in ms, sleep included. */
  readonly worldNow: () => number;
  /** What the machine's clock shows. */
  readonly wallNow: () => number;
  readonly tabs: Map<number, Tab>;
  readonly open: (place: number, again?: boolean) => Tab;
  readonly close: (place: number) => void;
  readonly pass: (ms: number) => Promise<void>;
  readonly sleep: (ms: number) => void;
  readonly jump: (ms: number) => void;
  readonly kill: (lostMs: number) => void;
  readonly clear: () => void;
  readonly restart: () => void;
  readonly setNetwork: (mood: NetworkMood) => void;
  readonly setDurable: (mood: DurableMood) => void;
  /** What stands in the mirror: the epoch, and how many characters. */
  readonly epoch: () => number | null;
  readonly mirrorLength: () => number;
}

const startMs = Date.UTC(2026, 10, 21, 12);
const baseUrl = 'https://platform.test/v3.1/741';
const key = `usher:${baseUrl}|741`;

/** What passes between the device and the rest of the world, with the time that each keeps. */
export function createDevice(world: World, loaded: LoadedRuntime): Device {
  const time = createVirtualTime();
  const chance = createChance(world.seed);
  const history = createHistory();
  const tabs = new Map<number, Tab>();
  const tabStores = new Map<number, Map<string, string>>();
  let [sleptMs, jumpedMs, opened] = [0, 0, 0];
  const worldNow = (): number => time.now() + sleptMs;
  const mirror = createMirror(time, chance);
  const records = createDurableRecords(time, chance);
  const platform = createPlatform(world.seed, world.renames, world.id);
  const network = createNetwork({ time, chance, history, platform, baseUrl, worldNow });
  const close = (place: number): void => {
    tabs.get(place)?.close();
    tabs.delete(place);
  };
  const device: Device = {
    ...world, time, chance, history, mirror, records, network, platform, baseUrl, worldNow, tabs, close,
    wallNow: () => Math.floor(startMs + worldNow() + jumpedMs),
    open(place, again = false) {
      close(place);
      if (!again || !tabStores.has(place)) tabStores.set(place, new Map());
      const tab = openTab(device, loaded, `tab ${place}.${++opened}`, tabStores.get(place)!);
      tabs.set(place, tab);
      return tab;
    },
    pass: time.pass,
    sleep(ms) {
      sleptMs += ms;
      disturb(history, 'clocks', worldNow() - ms, worldNow());
      disturb(history, 'network', worldNow() - ms, worldNow());
      network.breakOff();
    },
    jump(ms) {
      jumpedMs += ms;
      disturb(history, 'clocks', worldNow());
      if (ms < 0) disturb(history, 'setback', worldNow());
    },
    ...faults({ time, history, mirror, records, network, platform, tabs, tabStores, close, worldNow }),
    epoch: () => (JSON.parse(mirror.get(key) ?? 'null') as { epoch?: number } | null)?.epoch ?? null,
    mirrorLength: () => mirror.get(key)?.length ?? 0,
  };
  return device;
}

type Faulty = Pick<Device, 'time' | 'history' | 'mirror' | 'records' | 'network' | 'platform' | 'tabs' | 'close' | 'worldNow'> & { readonly tabStores: Map<number, unknown> };

function faults({ history, mirror, records, network, platform, tabs, tabStores, close, worldNow }: Faulty): Pick<Device, 'kill' | 'clear' | 'restart' | 'setNetwork' | 'setDurable'> {
  const forgetEpochs = (): void => {
    disturb(history, 'mirror', worldNow());
    history.epochs.push({ at: worldNow(), epoch: null });
  };
  return {
    kill(lostMs) {
      for (const place of tabs.keys()) close(place);
      tabStores.clear();
      mirror.lose(lostMs);
      forgetEpochs();
    },
    clear() {
      mirror.clear();
      records.clear();
      forgetEpochs();
      disturb(history, 'cleared', worldNow());
    },
    restart() {
      platform.restart();
      disturb(history, 'platform', worldNow());
    },
    setNetwork(mood) {
      network.behave(mood);
      if (mood === 'up') for (const tab of tabs.values()) if (tab.is() !== 'frozen') tab.wake('online');
    },
    setDurable(mood) {
      records.behave(mood);
      trouble(history, 'durable', mood !== 'ok', worldNow());
    },
  };
}
