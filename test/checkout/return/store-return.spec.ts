import { expect, test } from '@playwright/test';
import { after } from '../../../src/browser/after.ts';
import { createClock } from '../../../src/browser/clock.ts';
import type { StorageScope, TextStore } from '../../../src/browser/storage.ts';
import { createInbox } from '../../../src/checkout/return/inbox.ts';
import { returnMark, storeReturn } from '../../../src/checkout/return/store-return.ts';
import { readReturnRecord } from '../../../src/checkout/return/write-return.ts';
import type { PageReturn } from '../../../src/session/registry.ts';
import { inboxName } from '../../../src/session/storage/stored-names.ts';
import { createDisk, type Disk } from '../../fixtures/checkout/held-disk.ts';

const key = 'usher:https://platform.test/v3.1/741|741';

/** The storage of a browser, and a page in one of its tabs. */
interface TestTab {
  readonly disk: Disk;
  readonly device: Map<string, string>;
  readonly tab: Map<string, string>;
  href: string;
  /** The state of the history and the address after each replacement. */
  written: string;
  readonly registration: { returns?: readonly PageReturn[] | undefined };
}

const openTab = (
  href: string,
  device = new Map<string, string>(),
  disk = createDisk(),
): TestTab => ({
  disk,
  device,
  tab: new Map(),
  href,
  written: '',
  registration: {},
});

/** A reload of the page: its memory is lost. */
const reload = ({ disk, device, tab, href }: TestTab): TestTab => ({
  disk,
  device,
  tab,
  href,
  written: '',
  registration: {},
});

function storesOf(page: TestTab, isFull: (place: string) => boolean = () => false) {
  return (place: StorageScope): TextStore => {
    const texts = page[place as 'device' | 'tab'];
    return {
      get: (name) => texts.get(name) ?? null,
      set(name, value) {
        if (value === null) texts.delete(name);
        else if (!isFull(place)) texts.set(name, value);
      },
    };
  };
}

/** The globals of the page's address, until the test ends. */
function show(page: TestTab): void {
  const globals = globalThis as { location?: unknown; history?: unknown };
  globals.location = {
    get href() {
      return page.href;
    },
  };
  globals.history = {
    state: { page: 3 },
    replaceState(state: unknown, _: string, address: string) {
      page.href = address;
      page.written = `${JSON.stringify(state)} ${address}`;
    },
  };
}

test.afterEach(() => {
  const globals = globalThis as { location?: unknown; history?: unknown };
  delete globals.location;
  delete globals.history;
});

interface Stored {
  readonly domain?: string | undefined;
  readonly at?: number;
  readonly isFull?: (place: string) => boolean;
}

/** Stores the return of a page, without a commit of the durable record. */
async function begin(page: TestTab, given: Stored = {}): Promise<void> {
  const { domain = '741', at = 1000, isFull } = given;
  show(page);
  storeReturn(
    { key, domain, registration: page.registration },
    {
      textStore: storesOf(page, isFull),
      clock: { now: () => at },
      journal: page.disk.database,
    },
  );
  await page.disk.quiet();
}

async function store(page: TestTab, given?: Stored): Promise<void> {
  await begin(page, given);
  await page.disk.commit();
}

const durableOf = ({ disk }: TestTab): unknown => disk.records.get(inboxName(key));

const inboxOf = (page: TestTab) =>
  createInbox(
    { key, domain: '741', registration: page.registration },
    {
      textStore: storesOf(page),
      clock: createClock(after),
      sessions: page.disk.database,
      journal: page.disk.database,
    },
  );

const returns = [
  [
    'alone',
    'https://publisher.test/watch?usher-return=741.ab&outcome=approved&token=t',
    'ab&outcome=approved&token=t',
    'https://publisher.test/watch',
  ],
  [
    "behind the page's own parameters",
    'https://publisher.test/watch?v=7&usher-return=741.ab&outcome=approved',
    'ab&outcome=approved',
    'https://publisher.test/watch?v=7',
  ],
  [
    "with a fragment of the provider's",
    'https://publisher.test/watch?usher-return=741.ab#token=t',
    'ab#token=t',
    'https://publisher.test/watch',
  ],
  [
    'twice, of which the first counts',
    'https://publisher.test/?usher-return=741.a&usher-return=741.b',
    'a&usher-return=741.b',
    'https://publisher.test/',
  ],
] as const;
for (const [words, href, text, left] of returns) {
  test(`a return ${words} is stored, and removed from the address when it is durable`, async () => {
    const page = openTab(href);
    await begin(page);
    expect(page.href, 'before the commit').toBe(href);
    expect(inboxOf(page).read()).toEqual([{ text, receivedAt: 1000, isOwn: true }]);
    for (const place of ['tab', 'device'] as const) {
      expect(page[place].get(inboxName(key))).toBe(`\n1000 ${text}`);
    }
    await page.disk.commit();
    expect(page.written, 'the history state is kept').toBe(`{"page":3} ${left}`);
    expect(durableOf(page)).toEqual([{ text, receivedAt: 1000 }]);
  });
}

const others = [
  'https://publisher.test/watch',
  'https://publisher.test/?usher-return=742.ab',
  'https://publisher.test/?usher-return=7411.ab',
  'https://publisher.test/?usher-return=741.',
  'https://publisher.test/?usher-return=',
  'https://publisher.test/?usher-returned=741.ab',
];
for (const href of others) {
  test(`${href} is not changed for domain 741`, async () => {
    const page = openTab(href);
    await store(page);
    expect([page.href, page.written, inboxOf(page).read(), page.registration]).toEqual([
      href,
      '',
      [],
      {},
    ]);
    expect([page.disk.records.size, page.device.size, page.tab.size]).toEqual([0, 0, 0]);
  });
}

test('a runtime without a domain stores only its own return', () => {
  expect(returnMark()).toBe('usher-return=.');
  const taken = (href: string): string | undefined => {
    const page = openTab(href);
    show(page);
    storeReturn(
      { key, domain: undefined, registration: page.registration },
      { textStore: storesOf(page), clock: { now: () => 1000 } },
    );
    return page.registration.returns?.[0]?.text;
  };
  expect(taken('https://publisher.test/?usher-return=.ab&outcome=approved')).toBe(
    'ab&outcome=approved',
  );
  expect(taken('https://publisher.test/?usher-return=741.ab&outcome=approved')).toBe(undefined);
});

const address = 'https://publisher.test/watch?usher-return=741.ab&token=t';
const clean = 'https://publisher.test/watch';

test('a return is found after a reload, and by another tab when its tab is closed', async () => {
  const page = openTab(address);
  await store(page);
  expect(inboxOf(reload(page)).read()).toEqual([
    { text: 'ab&token=t', receivedAt: 1000, isOwn: true },
  ]);
  const other = openTab('https://publisher.test/', page.device);
  await store(other);
  expect(other.registration.returns, 'there is one to be looked for').toEqual([]);
  expect(inboxOf(other).read()).toEqual([{ text: 'ab&token=t', receivedAt: 1000, isOwn: false }]);
});

test('a return is found after a kill that loses localStorage', async () => {
  const page = openTab(address);
  await store(page);
  const next = openTab(page.href, new Map(), page.disk);
  await store(next);
  expect(inboxOf(next).read()).toEqual([]);
  expect(await inboxOf(next).readLost()).toEqual([{ text: 'ab&token=t', receivedAt: 1000 }]);
});

test('a reload before the commit finds the return in the address, and it is one', async () => {
  const page = openTab(address);
  await begin(page);
  const next = reload(page);
  await store(next, { at: 2000 });
  expect(next.href).toBe(clean);
  expect(inboxOf(next).read()).toEqual([{ text: 'ab&token=t', receivedAt: 1000, isOwn: true }]);
  expect(await inboxOf(next).readLost()).toEqual([]);
  for (const place of ['tab', 'device'] as const) {
    expect(next[place].get(inboxName(key))).toBe('\n1000 ab&token=t');
  }
  next.href = address;
  await store(reload(next), { at: 3000 });
  expect(durableOf(next), 'once').toHaveLength(1);
});

test('a page that has another address by then keeps it', async () => {
  const page = openTab(address);
  await begin(page);
  page.href = 'https://publisher.test/?usher-return=741.cd&token=u';
  await page.disk.commit();
  expect([page.href, page.written]).toEqual([
    'https://publisher.test/?usher-return=741.cd&token=u',
    '',
  ]);
});

for (const full of ['device', 'tab']) {
  test(`a return is stored when the ${full} storage fails`, async () => {
    const page = openTab(address);
    await store(page, { isFull: (place) => place === full });
    expect(page.href).toBe(clean);
    expect(inboxOf(reload(page)).read()).toHaveLength(1);
  });
}

test('a return that is not durable stays in the address until the journal has it', async () => {
  for (const isFull of [() => true, () => false]) {
    const page = openTab(address);
    page.disk.fail();
    await store(page, { isFull });
    expect(page.href).toBe(address);
    const inbox = inboxOf(page);
    expect(inbox.read()).toEqual([{ text: 'ab&token=t', receivedAt: 1000, isOwn: true }]);
    await inbox.remove(inbox.read()).catch(() => {}); // the database still fails
    expect(page.href).toBe(clean);
    expect(inbox.read()).toEqual([]);
  }
});

test('a return is erased everywhere else when the browser refuses to change the address', async () => {
  const page = openTab(address);
  await begin(page);
  history.replaceState = () => {
    throw new DOMException('100 changes in 10 s', 'SecurityError');
  };
  await page.disk.commit();
  expect(durableOf(page)).toHaveLength(1);
  const inbox = inboxOf(page);
  const removing = inbox.remove(inbox.read());
  await page.disk.commit();
  await removing;
  expect(page.href).toBe(address);
  expect([page.device.size, page.tab.size, durableOf(page)]).toEqual([0, 0, undefined]);
  expect(inbox.read()).toEqual([]);
});

test('a return too long for the inbox is handled as without storage', async () => {
  const page = openTab(`${address}#${'x'.repeat(20_000)}`);
  await store(page);
  expect(page.href).toContain('token=t');
  expect([page.device.size, page.tab.size, page.disk.records.size]).toEqual([0, 0, 0]);
  expect(inboxOf(page).read()).toHaveLength(1);
});

test('the inbox holds ten returns, keeps them, and erases only those that it is given', async () => {
  const page = openTab(address);
  for (let at = 1; at <= 12; at++) {
    page.href = `https://publisher.test/?usher-return=741.s${at}&token=t`;
    await store(page, { at });
  }
  expect(page.href, 'a further one stays in the address').toContain('741.s12&');
  page.registration.returns = undefined;
  const inbox = inboxOf(page);
  expect(inbox.read().map(({ receivedAt }) => receivedAt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const remove = async (returns: Parameters<typeof inbox.remove>[0]): Promise<void> => {
    const removing = inbox.remove(returns);
    await page.disk.commit();
    await removing;
  };
  await remove(inbox.read().slice(0, 9));
  expect(inbox.read()).toEqual([{ text: 's10&token=t', receivedAt: 10, isOwn: true }]);
  expect(durableOf(page)).toEqual([{ text: 's10&token=t', receivedAt: 10 }]);
  await remove(inbox.read());
  expect([page.device.size, page.tab.size, durableOf(page)]).toEqual([0, 0, undefined]);
});

test('a return that the journal takes before it is durable is erased after it', async () => {
  const page = openTab(address);
  await begin(page);
  const inbox = inboxOf(page);
  const removing = inbox.remove(inbox.read());
  expect(page.href).toBe(clean);
  await page.disk.commit();
  await page.disk.commit();
  await removing;
  expect(durableOf(page)).toBe(undefined);
});

test('entries of other origin in the inbox are not read as returns', async () => {
  const page = openTab('https://publisher.test/');
  page.device.set(inboxName(key), 'nonsense\n\n{"a":1}\n12\nx12 cd&token=u\n1000 ab&token=t');
  expect(inboxOf(page).read()).toEqual([{ text: 'ab&token=t', receivedAt: 1000, isOwn: false }]);
  await inboxOf(page).remove([{ text: 'ab&token=t', receivedAt: 1000 }]);
  expect(page.device.get(inboxName(key))).toBe(undefined);
});

test('only the returns that are given are erased, on the page and in its stores', async () => {
  const page = openTab(address);
  await store(page, { isFull: (place) => place === 'tab' });
  page.device.set(inboxName(key), '\n1000 ab&token=t\n2000 cd&token=u\n3000 ef&token=v');
  page.href = address; // the browser has not let it be changed
  const inbox = inboxOf(page);
  const remove = async (text: string): Promise<void> => {
    const removing = inbox.remove([{ text, receivedAt: 2000 }]);
    await page.disk.commit();
    await removing;
  };
  await remove('cd&token=u');
  expect(page.href).toBe(address);
  expect(inbox.read().map(({ text }) => text)).toEqual(['ab&token=t', 'ef&token=v']);
  expect(page.registration.returns).toHaveLength(1);
  await remove('ab&token=t');
  expect(page.registration.returns, 'there is one to be looked for').toEqual([]);
  await remove('ef&token=v');
  expect([page.registration.returns, inbox.read()]).toEqual([undefined, []]);
});

test('a record of returns is read without what is no return', () => {
  const sound = { text: 'ab&token=t', receivedAt: 1000 };
  const odd = [null, 7, {}, { text: 'ab' }, { receivedAt: 1 }, { ...sound, text: 7 }];
  expect(readReturnRecord([...odd, sound])).toEqual([sound]);
  for (const record of [undefined, 'text', { 0: sound }]) {
    expect(readReturnRecord(record)).toEqual([]);
  }
});

test('a page that changes toJSON changes no return', async () => {
  const prototype = Array.prototype as { toJSON?: unknown };
  prototype.toJSON = () => 'bent';
  try {
    const page = openTab(address);
    await store(page);
    expect(inboxOf(reload(page)).read()[0]!.text).toBe('ab&token=t');
  } finally {
    delete prototype.toJSON;
  }
});
