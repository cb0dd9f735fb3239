import {
  openWithoutCall,
  pageEvents,
  plainCalls,
  type PageEvent,
  type Pause,
  type PlainCall,
  type WorldEvent,
} from './events.ts';
import { count, setFault, timeText } from './facts.ts';
import { noteEpoch } from './judges/epochs.ts';
import { listen } from './listen.ts';
import { deviceOf, presentPage } from './open-page.ts';
import { callInPage } from './page-calls.ts';
import type { WorldPage } from './page.ts';
import { setNetwork, toDevice } from './perform-device.ts';
import { activate, setHidden, toPage, wakePage } from './perform-page.ts';
import { closeWindow, forgeReturn, pay, returnAgain } from './perform-payment.ts';
import { withinMs } from './within-ms.ts';
import type { World } from './world.ts';

/** A machine does not fall asleep within a task. */
const fallingAsleepMs = 20;

const isAwake = ({ pace, isDisposed }: WorldPage): boolean =>
  !isDisposed && (pace.life() === 'awake' || pace.life() === 'throttled');

/** Lets one event happen, and all that follows at once. */
export async function perform(world: World, event: WorldEvent): Promise<void> {
  world.facts.story.push(`${timeText(world.now())}: ${describe(event)}`);
  count(world.facts, event.does === 'mishap' ? `mishap: ${event.kind}` : event.does);
  if (isPause(event)) await pause(world, event);
  else act(world, event);
  await world.time.pass(0);
}

const isPause = (event: WorldEvent): event is Pause =>
  event.does === 'wait' || event.does === 'sleep' || event.does === 'clock';

/**
 * A wait is run in parts. While openings fail, the tabs of a device look for each other's lease
 * four times a second: over 30,000 steps in 40 min, and no loop.
 */
const longestPartMs = 600_000;

/** The least time after which every write of a page has reached the others, in ms. */
const quietMs = 100;

async function pause(world: World, { does, ms }: Pause): Promise<void> {
  const { time, devices } = world;
  if (does === 'wait') {
    for (let leftMs = ms; leftMs > 0; leftMs -= longestPartMs) {
      await time.pass(Math.min(leftMs, longestPartMs));
    }
    if (ms > quietMs) noteEpoch(world);
    return;
  }
  if (does === 'clock') return devices[0]!.setClock(ms);
  await time.pass(fallingAsleepMs);
  devices[0]!.sleep(ms);
}

/** An event in words. */
export function describe({ does, ...rest }: WorldEvent): string {
  const words = Object.entries(rest)
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(', ');
  return words ? `${does} (${words})` : does;
}

type Moment = Exclude<WorldEvent, Pause>;

const isPageEvent = (event: Moment): event is Extract<Moment, { readonly does: PageEvent }> =>
  event.does === openWithoutCall || (pageEvents as readonly string[]).includes(event.does);
const isPlainCall = (event: Moment): event is Extract<Moment, { readonly does: PlainCall }> =>
  (plainCalls as readonly string[]).includes(event.does);

function act(world: World, event: Moment): void {
  if (isPageEvent(event)) return toPage(world, event);
  if (isPlainCall(event)) {
    return withAwake(world, event.tab, (page) => callInPage(world, page, event));
  }
  if ('tab' in event) return inTab(world, event);
  if (event.does === 'pay') return pay(world, event);
  if (event.does === 'close window') return closeWindow(world, event.visit);
  return toDevice(world, world.devices[0]!, event);
}

type InTab = Exclude<
  Extract<Moment, { readonly tab: number }>,
  { readonly does: PageEvent | PlainCall }
>;

/** A copy of a tab begins with the entries and the address of the first one. */
function duplicate(world: World, { tab, to }: { readonly tab: number; readonly to: number }): void {
  const device = deviceOf(world, tab);
  device.duplicate(tab, to);
  void device.pageAt(to)?.call('start', withinMs.start, (usher) => usher.start());
}

function inTab(world: World, event: InTab): void {
  switch (event.does) {
    case 'return again':
      return returnAgain(world, event);
    case 'forge return':
      return forgeReturn(world, event);
    case 'duplicate':
      return duplicate(world, event);
    case 'stall':
      return deviceOf(world, event.tab).pageAt(event.tab)?.stall(event.ms);
    case 'listen':
      return withAwake(world, event.tab, (page) => listen(world, page, event));
    case 'login':
    case 'consent':
    case 'buy':
    case 'buy offer':
      return withAwake(world, event.tab, (page) => callInPage(world, page, event));
  }
}

function withAwake(world: World, place: number, run: (page: WorldPage) => void): void {
  const page = presentPage(world, place);
  page.whenFree(() => {
    if (isAwake(page)) run(page);
  });
}

/** Ends all long tasks. What a viewer has done to a page meanwhile happens now. */
async function endStalls({ devices, time }: World): Promise<void> {
  const stalled = devices
    .flatMap((device) => device.pages())
    .filter(({ pace }) => pace.isStalled());
  for (const { pace } of stalled) pace.endStall();
  if (stalled.length) await time.pass(0);
}

/** Ends all faults, and wakes every page. */
export async function heal(world: World): Promise<void> {
  const { facts, time, devices, now } = world;
  await endStalls(world);
  facts.story.push(`${timeText(now())}: all is well`);
  facts.isHealed = true;
  world.killPlan.writesLeft = 0;
  for (const device of devices) {
    device.network.heal();
    device.setDatabase('ok');
    device.storageMood = 'ok';
    device.blocksWindows = false;
    device.isReaderBroken = false;
    device.chunks.heal();
    for (const kind of ['storage', 'network'] as const) {
      setFault(facts, device.index, kind, false, now());
    }
    for (const fault of facts.faults) {
      if (fault.kind === 'chunks') fault.to = Math.min(fault.to, now());
    }
    setNetwork(device, 'up');
    for (const page of device.pages()) {
      activate(world, page);
      wakePage(world, page);
      setHidden(page, false);
    }
  }
  await time.pass(0);
}
