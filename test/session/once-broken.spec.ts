import { expect, test } from '@playwright/test';
import type { Command } from './simulation/commands.ts';
import type { World } from './simulation/device.ts';
import { loadRuntime } from './simulation/load-runtime.ts';
import { runSequence } from './simulation/run-sequence.ts';

interface Story {
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
const restart: Command = { does: 'restart' };
const slow: Command = { does: 'network', is: 'slow' };

/** The shortest sequences that once broke what must always hold. */
const stories: readonly Story[] = [
  { title: 'a tab that waited while another sent the keepalive does not send it again', seed: 61703988, commands: [reload(0), open(1)] },
  {
    title: 'a page whose opening was answered by a captive portal gets its session later', seed: 0,
    commands: [{ does: 'mishap', kind: 'html', count: 1 }, read(0), wait(60_000), restart],
  },
  {
    title: 'a page with static details takes the session that another tab has', seed: 7,
    commands: [read(0), read(1), { does: 'mishap', kind: 'forbidden', count: 1 }, reload(0), login(1), wait(60_000)],
  },
  {
    title: 'a read whose session is lost on a slow network ends within its 30 s', seed: 0, world: { hasStorage: false },
    commands: [slow, reload(0), wait(60_000), restart, read(0), wait(60_000)],
  },
  {
    title: 'two young pages whose session is lost ask for one new session', seed: 0,
    commands: [read(0), wait(60_000), open(0), restart, read(0), read(1)],
  },
  {
    title: 'a page that was opened while another tab logged out does not go on with the session', seed: 1268257614,
    commands: [read(0), wait(60_000), read(1), logout(1), open(0), read(0), restart],
  },
  {
    title: 'a login that is answered after a logout in another tab brings nothing back', seed: 1876933419,
    commands: [open(0), wait(185), logout(0), read(1), login(1)],
  },
  {
    title: 'a session out of IndexedDB that the platform has forgotten is replaced', seed: 171834355,
    commands: [login(0), wait(60_000), restart, { does: 'kill', ms: 600_000_000 }, logout(0), { does: 'mishap', kind: 'lost', count: 1 }],
  },
  {
    title: 'a new session is not given up for an older one out of IndexedDB', seed: 0,
    commands: [read(0), wait(145), restart, { does: 'kill', ms: 5000 }, logout(0)],
  },
  {
    title: 'a keepalive that fails while another tab has sent one takes nobody offline', seed: 35089555,
    commands: [login(0), { does: 'durable', is: 'full' }, slow, read(1), wait(660_000), wait(1000)],
  },
  {
    title: 'the lease is kept while a keepalive that met a lost session opens another', seed: 0,
    commands: [read(0), slow, open(1), wait(60_000), restart, wait(720_000), logout(0)],
  },
  {
    title: 'a read that is repeated after a logout in another tab leaves without the session', seed: 723819008,
    commands: [open(0), wait(174), read(1), { does: 'sleep', ms: 30_000 }, logout(0), read(0)],
  },
  {
    title: 'the claim of a page that knew nothing of a logout does not undo it', seed: 1282285931,
    commands: [
      reload(0), wait(60_000), open(0), reload(0), open(0), logout(0), { does: 'mutate', tab: 0 }, { does: 'jump', ms: -3_600_000 }, read(1),
      { does: 'sleep', ms: 30_000 }, { does: 'network', is: 'up' },
    ],
  },
];

for (const { title, seed, commands, world } of stories) {
  test(title, async () => {
    const { broken } = await runSequence({ seed, renames: false, hasStorage: true, ...world }, commands, await loadRuntime());
    expect(broken).toEqual([]);
  });
}
