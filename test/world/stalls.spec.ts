import { expect, test } from '@playwright/test';
import { createDeviceDatabase } from './browser/database.ts';
import { createPace, type Pace } from './browser/pace.ts';
import { createChance } from './chance.ts';
import { createPages } from './pages.ts';
import { play, wait } from './play.ts';
import { createVirtualTime, type VirtualTime } from './time.ts';

// What a long task of a page does in the world, and what it does not do.

const paceIn = (time: VirtualTime): Pace =>
  createPace(
    time,
    () => false,
    false,
    () => {},
  );

test('the tasks of a page wait for the end of its long task, and keep their order', async () => {
  const time = createVirtualTime();
  const [pace, other] = [paceIn(time), paceIn(time)];
  const done: string[] = [];
  const note = (name: string) => (): void => void done.push(`${name} at ${time.now()}`);
  time.schedule(10, note('timer'), pace.owner, 'timer');
  time.schedule(5, note('answer'), pace.owner);
  time.schedule(10, note('other page'), other.owner);
  time.schedule(700, note('late timer'), pace.owner, 'timer');
  pace.stall(500, note('end'));
  await time.pass(1000);
  expect(done).toEqual([
    'other page at 10',
    'end at 500',
    'answer at 500',
    'timer at 500',
    'late timer at 700',
  ]);
});

test('a second long task prolongs the first one, and the end of both may come early', async () => {
  const time = createVirtualTime();
  const pace = paceIn(time);
  const done: number[] = [];
  time.schedule(5, () => done.push(time.now()), pace.owner);
  pace.stall(500, () => {});
  await time.pass(300);
  pace.stall(500, () => {});
  await time.pass(300);
  expect(done).toEqual([]);
  pace.endStall();
  await time.pass(0);
  expect(done).toEqual([600]);
});

test('a page is not woken after a long task, and learns of what other pages have stored', async () => {
  const { open, page, pass } = await createPages(1);
  open(0);
  open(1);
  await pass(3000);
  const stalled = page(0);
  const woken: string[] = [];
  for (const type of ['resume', 'pageshow', 'visibilitychange', 'storage']) {
    stalled.window.events.addEventListener(type, () => woken.push(type));
  }
  stalled.stall(20_000);
  void page(1).usher.login({ username: 'viewer-ada', password: 'password-of-ada' });
  await pass(10_000);
  expect(page(1).usher.$user.get()?.id).toBe('900001');
  expect(stalled.usher.$user.get()).toBe(null);
  expect(woken).toEqual([]);
  await pass(10_500);
  expect(stalled.usher.$user.get()?.id).toBe('900001');
  expect(new Set(woken)).toEqual(new Set(['storage']));
});

test('an answer that came during a long task is read after it', async () => {
  const { open, page, pass, sentTo, until, world } = await createPages(1);
  open(0);
  await pass(3000);
  void page(0).usher.call('allmedia/latest', {});
  await until(() => sentTo('allmedia/latest').length > 0, 1);
  const [sent] = sentTo('allmedia/latest');
  const end = world.now() + 5000;
  page(0).stall(5000);
  await pass(4000);
  expect(sent).toMatchObject({ status: 200 });
  expect(sent!.endedAt).toBeLessThan(end - 4000);
  expect(sent!.heardAt).toBe(undefined);
  await pass(1500);
  expect(sent!.heardAt).toBe(end);
});

/** A request to open a database, and the parts of its connection that this test uses. */
interface Opening {
  result: {
    readonly createObjectStore: (name: string) => void;
    readonly transaction: (
      name: string,
      mode: string,
    ) => {
      readonly objectStore: (name: string) => {
        readonly get: (key: string) => { result?: string; onsuccess?: () => void };
        readonly put: (value: string, key: string) => void;
      };
    };
  };
  onupgradeneeded?: () => void;
  onsuccess?: () => void;
}

/** A database, and pages that add a text to a record of it: a read, and then a write. */
function createDatabase(): {
  readonly time: VirtualTime;
  readonly pages: readonly [Pace, Pace];
  readonly add: (page: Pace, store: string, text: string, onAsked?: () => void) => void;
  readonly textIn: (store: string) => unknown;
} {
  const time = createVirtualTime();
  const database = createDeviceDatabase(time, createChance(1), () => {});
  return {
    time,
    pages: [paceIn(time), paceIn(time)],
    add({ owner }, name, text, onAsked = () => {}) {
      const opening = (database.open(owner) as { open: () => Opening }).open();
      opening.onupgradeneeded = () => {
        for (const each of ['sessions', 'journal']) opening.result.createObjectStore(each);
      };
      opening.onsuccess = () => {
        const store = opening.result.transaction(name, 'readwrite').objectStore(name);
        const reading = store.get('key');
        reading.onsuccess = () => store.put((reading.result ?? '') + text, 'key');
        onAsked();
      };
    },
    textIn: (store) => database.stores().get(store)?.get('key'),
  };
}

test('a long task keeps a transaction open, and those of other pages wait for it', async () => {
  const { time, pages, add, textIn } = createDatabase();
  const [stalled, other] = pages;
  add(stalled, 'journal', 'a', () => stalled.stall(5000, () => {}));
  await time.pass(1000);
  add(other, 'journal', 'b');
  add(other, 'sessions', 'c');
  await time.pass(3000);
  expect([textIn('journal'), textIn('sessions')]).toEqual([undefined, 'c']);
  await time.pass(3000);
  expect(textIn('journal')).toBe('ab');
});

test('the transaction of a page that ends in its long task is aborted at once', async () => {
  const { time, pages, add, textIn } = createDatabase();
  const [stalled, other] = pages;
  add(stalled, 'journal', 'a', () => stalled.stall(5000, () => {}));
  await time.pass(1000);
  add(other, 'journal', 'b');
  await time.pass(1000);
  stalled.end();
  await time.pass(100);
  expect(textIn('journal')).toBe('b');
});

test('a long task after a click on buy does not make the journal unavailable', async () => {
  const errors: unknown[] = [];
  for (let startedMs = 20; startedMs < 110; startedMs += 3) {
    const all = await play([
      { does: 'check', tab: 0 },
      wait(3000),
      { does: 'buy', tab: 0, deal: 0, by: 'in-page', times: 1 },
      wait(startedMs),
      { does: 'stall', tab: 0, ms: 5000 },
      wait(20_000),
    ]);
    for (const { calls } of all) errors.push(calls.find(({ name }) => name === 'buy')!.error);
  }
  expect(errors.filter((error) => error !== undefined)).toEqual([]);
});
