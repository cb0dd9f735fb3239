import { expect, test } from '@playwright/test';
import type { Command } from './simulation/commands.ts';
import type { World } from './simulation/simulated-device.ts';
import { loadRuntime } from './simulation/load-runtime.ts';
import { runSequence } from './simulation/run-sequence.ts';

interface Regression {
  readonly title: string;
  readonly seed: number;
  readonly commands: readonly Command[];
  readonly world?: Partial<World>;
}

const open = (tab: number): Command => ({ does: 'open', tab });
const reload = (tab: number): Command => ({ does: 'reload', tab });
const read = (tab: number): Command => ({ does: 'read', tab });
const login = (tab: number): Command => ({ does: 'login', tab, user: 1 });
const logout = (tab: number): Command => ({ does: 'logout', tab });
const wait = (ms: number): Command => ({ does: 'wait', ms });
const kill = (ms: number): Command => ({ does: 'kill', ms });
const mutate = (tab: number): Command => ({ does: 'mutate', tab });
const sleep = (ms: number): Command => ({ does: 'sleep', ms });
const restart: Command = { does: 'restart' };
const slow: Command = { does: 'network', is: 'slow' };

/** The shortest sequences that once violated an invariant. */
const regressions: readonly Regression[] = [
  {
    title: 'a tab that waited while another sent the keepalive does not send one',
    seed: 61703988,
    commands: [reload(0), open(1)],
  },
  {
    title: 'a page whose opening was answered by a captive portal opens a session later',
    seed: 0,
    commands: [{ does: 'mishap', kind: 'html', count: 1 }, read(0), wait(60_000), restart],
  },
  {
    title: 'a page with static details adopts the session of another tab',
    seed: 7,
    commands: [
      read(0),
      read(1),
      { does: 'mishap', kind: 'forbidden', count: 1 },
      reload(0),
      login(1),
      wait(60_000),
    ],
  },
  {
    title: 'a read with a lost session ends within its 30 s on a slow network',
    seed: 0,
    world: { hasStorage: false },
    commands: [slow, reload(0), wait(60_000), restart, read(0), wait(60_000)],
  },
  {
    title: 'two new pages with a lost session request one new session',
    seed: 0,
    commands: [read(0), wait(60_000), open(0), restart, read(0), read(1)],
  },
  {
    title: 'a page opened during a logout in another tab drops the session',
    seed: 1268257614,
    commands: [read(0), wait(60_000), read(1), logout(1), open(0), read(0), restart],
  },
  {
    title: 'a login answered after a logout in another tab restores nothing',
    seed: 1876933419,
    commands: [open(0), wait(185), logout(0), read(1), login(1)],
  },
  {
    title: 'a session from IndexedDB that the platform has lost is replaced',
    seed: 171834355,
    commands: [
      login(0),
      wait(60_000),
      restart,
      { does: 'kill', ms: 600_000_000 },
      logout(0),
      { does: 'mishap', kind: 'lost', count: 1 },
    ],
  },
  {
    title: 'a new session is not replaced by an older one from IndexedDB',
    seed: 0,
    commands: [read(0), wait(145), restart, { does: 'kill', ms: 5000 }, logout(0)],
  },
  {
    title: 'a failed keepalive after one of another tab does not make the session offline',
    seed: 35089555,
    commands: [login(0), { does: 'durable', is: 'full' }, slow, read(1), wait(660_000), wait(1000)],
  },
  {
    title: 'the lease is held while a keepalive with a lost session opens another',
    seed: 0,
    commands: [read(0), slow, open(1), wait(60_000), restart, wait(720_000), logout(0)],
  },
  {
    title: 'a read repeated after a logout in another tab is sent without the session',
    seed: 723819008,
    commands: [open(0), wait(174), read(1), { does: 'sleep', ms: 30_000 }, logout(0), read(0)],
  },
  {
    title: 'the claim of a page without knowledge of a logout does not undo it',
    seed: 1282285931,
    commands: [
      reload(0),
      wait(60_000),
      open(0),
      reload(0),
      open(0),
      logout(0),
      { does: 'mutate', tab: 0 },
      { does: 'jump', ms: -3_600_000 },
      read(1),
      { does: 'sleep', ms: 30_000 },
      { does: 'network', is: 'up' },
    ],
  },
  {
    title: 'a login is not reported as refused when a read or keepalive has renewed the session',
    seed: 0,
    commands: [open(0), wait(60_000), restart, login(0), read(0)],
  },
  {
    title: 'a login beside another that renames the session continues in the renamed one',
    seed: 0,
    world: { renames: true },
    commands: [login(0), login(0), wait(60_000)],
  },
  {
    title: 'a login with a lost session ends within 30 s on a slow network',
    seed: 827817366,
    commands: [
      read(3),
      slow,
      wait(366),
      { does: 'mishap', kind: 'unanswered', count: 1 },
      restart,
      login(1),
      wait(300_000),
    ],
  },
  {
    title: 'a session with a successful keepalive is renewed after it was lost',
    seed: 896294997,
    commands: [
      read(1),
      logout(2),
      read(0),
      mutate(3),
      wait(1_260_000),
      kill(60_000),
      login(3),
      restart,
    ],
  },
  {
    title: 'the end of an earlier session in IndexedDB does not end a new one',
    seed: 3,
    commands: [
      reload(2),
      wait(319),
      reload(0),
      logout(3),
      wait(26_000),
      kill(60_000),
      read(1),
      { does: 'close', tab: 1 },
      logout(0),
    ],
  },
  {
    title: 'a new page with a login under way notices a logout that it has read before',
    seed: 2147483637,
    commands: [read(2), open(2), wait(21_000), logout(2), { does: 'start', tab: 2 }, login(0)],
  },
  {
    title:
      'a page requesting static details during a logout in another tab does not show the session',
    seed: 1051985393,
    commands: [
      open(1),
      wait(180),
      { does: 'mishap', kind: '503', count: 3 },
      sleep(1_200_000),
      open(0),
      sleep(780_000),
      logout(1),
      wait(420_000),
    ],
  },
  {
    title: 'new pages whose session a login has renamed request one new session',
    seed: 373587708,
    world: { renames: true },
    commands: [mutate(0), read(1), read(2), read(1), reload(0), login(2)],
  },
  {
    title: 'a login answered while its tab was frozen counts from its answer',
    seed: 114826449,
    commands: [open(0), wait(480_000), login(1), { does: 'freeze', tab: 1 }, wait(2_400_000)],
  },
  {
    title: 'the claim of an opening does not overwrite the end of the session it requests',
    seed: 21,
    commands: [
      { does: 'start', tab: 1 },
      wait(203),
      open(0),
      { does: 'jump', ms: 31_536_000_000 },
      mutate(1),
      logout(0),
    ],
  },
  {
    title: 'a keepalive of a session that a login has renamed does not make the session offline',
    seed: 2129414843,
    world: { renames: true },
    commands: [
      read(2),
      { does: 'mishap', kind: 'unanswered', count: 3 },
      wait(2_100_000),
      { does: 'clear' },
      slow,
      { does: 'jump', ms: -3_600_000 },
      read(3),
      open(0),
      read(2),
      login(2),
      wait(20_000),
    ],
  },
  {
    title: 'a logout stays in force after the clock was set back',
    seed: 131798973,
    world: { renames: true },
    commands: [
      mutate(1),
      open(3),
      open(2),
      wait(28_000),
      { does: 'clear' },
      wait(142),
      { does: 'jump', ms: -3_600_000 },
      reload(0),
      logout(1),
    ],
  },
];

for (const { title, seed, commands, world } of regressions) {
  test(title, async () => {
    const { broken } = await runSequence(
      { seed, renames: false, hasStorage: true, ...world },
      commands,
      await loadRuntime(),
    );
    expect(broken).toEqual([]);
  });
}
