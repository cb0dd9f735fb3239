import fc from 'fast-check';
import type { Usher } from '../../../src/runtime.ts';
import type { Device } from './simulated-device.ts';
import { setFault } from './history.ts';
import type { Tab } from './simulated-device.ts';

type OnTab =
  | 'open'
  | 'reload'
  | 'close'
  | 'freeze'
  | 'thaw'
  | 'hide'
  | 'show'
  | 'start'
  | 'read'
  | 'mutate'
  | 'logout'
  | 'forget';

/** One event. An event in a tab opens the tab when it is missing. */
export type Command =
  | { readonly does: OnTab; readonly tab: number }
  | { readonly does: 'login'; readonly tab: number; readonly user: number }
  | { readonly does: 'wait' | 'sleep' | 'kill' | 'jump'; readonly ms: number }
  | { readonly does: 'network'; readonly is: 'up' | 'refuses' | 'silent' | 'slow' }
  | {
      readonly does: 'mishap';
      readonly kind: 'lost' | 'unanswered' | 'stalls' | '500' | '503' | 'html' | 'forbidden';
      readonly count: number;
    }
  | { readonly does: 'durable'; readonly is: 'ok' | 'hangs' | 'rejects' | 'full' }
  | { readonly does: 'clear' | 'restart' };

/** Events of the whole device, the network or the platform. */
type ToWorld = Exclude<Command, { readonly tab: number }>;

/** The deadlines of calls: 30 s for a read with its repeats. No other call may take longer. */
export const withinMs = 30_000;
/** A machine does not fall asleep within a task. */
const fallingAsleepMs = 20;
/** A logout ends the session at once on any network. */
const logoutWithinMs = 2000;
/** An erasure waits for the databases, at most 2 s for each use. */
const forgetWithinMs = 10_000;

const within: Readonly<Partial<Record<Command['does'], number>>> = {
  logout: logoutWithinMs,
  forget: forgetWithinMs,
};

let marks = 0;

const calls: Readonly<
  Partial<
    Record<Command['does'], (usher: Usher, mark: number, command: Command) => Promise<unknown>>
  >
> = {
  start: (usher) => usher.start(),
  read: (usher, mark) => usher.call('allmedia/latest', { start: mark }),
  mutate: (usher, mark) => usher.call('session/generatedirectoryloginurl', { host: `${mark}` }),
  login: (usher, mark, command) =>
    usher.login({
      provider: 'manual',
      username: `viewer${(command as { user: number }).user}`,
      password: `${mark}`,
    }),
  logout: (usher) => usher.logout(),
  forget: (usher) => usher.forget(),
};

/** Makes a call in a tab. */
export function call(tab: Tab, command: Command): void {
  const mark = ++marks;
  const run = calls[command.does]!;
  tab.call(
    command.does,
    within[command.does] ?? withinMs,
    (usher) => run(usher, mark, command),
    `${mark}`,
  );
}

const toTabs: Readonly<Partial<Record<Command['does'], (tab: Tab) => void>>> = {
  freeze: (tab) => tab.freeze(),
  thaw: (tab) => tab.thaw(),
  hide: (tab) => tab.hide(),
  show: (tab) => tab.show(),
};

function openAndStart(device: Device, place: number, again: boolean): Tab {
  const tab = device.open(place, again);
  call(tab, { does: 'start', tab: place });
  return tab;
}

export async function perform(device: Device, command: Command): Promise<void> {
  device.history.story.push(
    `${(device.worldNow() / 1000).toFixed(3)} s: ${JSON.stringify(command)}`,
  );
  const { does } = command;
  if (does === 'open' || does === 'reload') openAndStart(device, command.tab, does === 'reload');
  else if (does === 'close') device.close(command.tab);
  else if (does in toTabs) {
    const tab = device.tabs.get((command as { tab: number }).tab);
    if (tab) toTabs[does]!(tab);
  } else if (does in calls) {
    const { tab: place } = command as { tab: number };
    const tab = device.tabs.get(place) ?? device.open(place);
    if (tab.is() !== 'frozen') call(tab, command); // a frozen page calls nothing
  } else await toWorld(device, command as ToWorld);
  await device.pass(0);
}

async function toWorld(device: Device, command: ToWorld): Promise<void> {
  switch (command.does) {
    case 'wait':
      return wait(device, command.ms);
    case 'sleep':
      await device.pass(fallingAsleepMs);
      return device.sleep(command.ms);
    case 'kill':
      return device.kill(command.ms);
    case 'jump':
      return device.jump(command.ms);
    case 'network':
      return device.setNetwork(command.is);
    case 'mishap':
      return device.network.mishap(command.kind, command.count);
    case 'durable':
      return device.setDurable(command.is);
    case 'clear':
      return device.clear();
    case 'restart':
      return device.restart();
  }
}

/** Waits. When nothing has been written for a while, the epoch is recorded. */
async function wait(device: Device, ms: number): Promise<void> {
  await device.pass(ms);
  if (ms > 100) device.history.epochs.push({ at: device.worldNow(), epoch: device.epoch() });
}

/** Ends all faults, and wakes every frozen tab. */
export async function heal(device: Device): Promise<void> {
  device.history.story.push(`${(device.worldNow() / 1000).toFixed(3)} s: all is well`);
  device.history.isHealed = true; // listeners of the pages call nothing from now on
  device.network.heal();
  device.setNetwork('up');
  device.setDurable('ok');
  setFault(device.history, 'network', false, device.worldNow());
  for (const tab of device.tabs.values()) {
    tab.thaw();
    tab.show();
  }
  await device.pass(0);
}

const second = 1000;
const minute = 60 * second;

/** Any command in one of the first tabs. Usual commands are more frequent. */
export function anyCommand(tabs: number): fc.Arbitrary<Command> {
  const tab = fc.integer({ min: 0, max: tabs - 1 });
  const onTab = (...does: OnTab[]): fc.Arbitrary<Command> =>
    fc.record({ does: fc.constantFrom(...does), tab });
  const waits = fc.oneof(
    fc.integer({ min: 1, max: 500 }),
    fc.integer({ min: 1, max: 40 }).map((seconds) => seconds * second),
    fc.integer({ min: 1, max: 40 }).map((minutes) => minutes * minute),
  );
  return fc.oneof(
    { weight: 8, arbitrary: fc.record({ does: fc.constant('wait' as const), ms: waits }) },
    { weight: 4, arbitrary: onTab('open') },
    { weight: 6, arbitrary: onTab('read') },
    { weight: 5, arbitrary: onTab('reload', 'close', 'start', 'mutate') },
    { weight: 4, arbitrary: onTab('freeze', 'thaw', 'hide', 'show') },
    {
      weight: 2,
      arbitrary: fc.record({
        does: fc.constant('login' as const),
        tab,
        user: fc.integer({ min: 1, max: 2 }),
      }),
    },
    { weight: 2, arbitrary: onTab('logout') },
    { weight: 1, arbitrary: onTab('forget') },
    {
      weight: 1,
      arbitrary: fc.record({
        does: fc.constant('sleep' as const),
        ms: fc.constantFrom(30 * second, 13 * minute, 20 * minute, 600 * minute),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        does: fc.constant('kill' as const),
        ms: fc.constantFrom(5 * second, 60 * second, 10_000 * minute),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        does: fc.constant('jump' as const),
        ms: fc.constantFrom(-60 * minute, -30 * second, 10 * minute, 525_600 * minute),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        does: fc.constant('network' as const),
        is: fc.constantFrom('up', 'up', 'refuses', 'silent', 'slow'),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        does: fc.constant('mishap' as const),
        kind: fc.constantFrom('lost', 'unanswered', 'stalls', '500', '503', 'html', 'forbidden'),
        count: fc.integer({ min: 1, max: 3 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        does: fc.constant('durable' as const),
        is: fc.constantFrom('ok', 'hangs', 'rejects', 'full'),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ does: 'clear' as const }) },
    { weight: 2, arbitrary: fc.constant({ does: 'restart' as const }) },
  );
}
