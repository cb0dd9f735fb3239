import { expect, test } from '@playwright/test';
import { returnMark, storeReturn } from '../../src/payment-return/store-return.ts';
import { inboxName } from '../../src/payment-return/inbox.ts';
import { createInbox } from '../../src/checkout/read-inbox.ts';
import type { StorageScope, TextStore } from '../../src/browser/storage.ts';
import type { PageReturn } from '../../src/session/registry.ts';

const key = 'usher:https://platform.test/v3.1/741|741';

/** The storage of a browser, and a page in one of its tabs. */
interface TestTab {
  readonly device: Map<string, string>;
  readonly tab: Map<string, string>;
  href: string;
  /** The state of the history and the address after each replacement. */
  written: string;
  readonly entry: { returns?: readonly PageReturn[] | undefined };
}

const openTab = (href: string, device = new Map<string, string>()): TestTab => ({
  device,
  tab: new Map(),
  href,
  written: '',
  entry: {},
});

/** A reload of the page: its memory is lost. */
const reload = ({ device, tab, href }: TestTab): TestTab => ({
  device,
  tab,
  href,
  written: '',
  entry: {},
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

/** Runs code with globals of the page's address. */
function inPage<Value>(page: TestTab, run: () => Value): Value {
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
  try {
    return run();
  } finally {
    delete globals.location;
    delete globals.history;
  }
}

function store(
  page: TestTab,
  domain: string | undefined = '741',
  at = 1000,
  isFull?: (place: string) => boolean,
): void {
  inPage(page, () =>
    storeReturn(
      { key, domain, entry: page.entry },
      { textStore: storesOf(page, isFull), clock: { now: () => at } },
    ),
  );
}

const inboxOf = (page: TestTab) =>
  createInbox({ key, domain: '741', entry: page.entry }, storesOf(page));

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
    'a&',
    'https://publisher.test/',
  ],
] as const;
for (const [words, href, text, left] of returns) {
  test(`a return ${words} is stored, then removed from the address, and the history state is kept`, () => {
    const page = openTab(href);
    store(page);
    expect(page.written).toBe(`{"page":3} ${left}`);
    expect(inboxOf(page).read()).toEqual([{ text, receivedAt: 1000, isOwn: true }]);
    for (const place of ['tab', 'device'] as const) {
      expect(page[place].get(inboxName(key))).toBe(`\n1000 ${text}`);
    }
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
  test(`${href} is not changed for domain 741`, () => {
    const page = openTab(href);
    store(page);
    expect([page.href, page.written, inboxOf(page).read(), page.entry]).toEqual([href, '', [], {}]);
  });
}

test('a runtime without a domain stores only its own return', () => {
  expect(returnMark()).toBe('usher-return=.');
  const taken = (href: string): string | undefined => {
    const page = openTab(href);
    inPage(page, () =>
      storeReturn(
        { key, domain: undefined, entry: page.entry },
        { textStore: storesOf(page), clock: { now: () => 1000 } },
      ),
    );
    return page.entry.returns?.[0]?.text;
  };
  expect(taken('https://publisher.test/?usher-return=.ab&outcome=approved')).toBe(
    'ab&outcome=approved',
  );
  expect(taken('https://publisher.test/?usher-return=741.ab&outcome=approved')).toBe(undefined);
});

const address = 'https://publisher.test/watch?usher-return=741.ab&token=t';

test('a return is found after a reload, and by another tab when its tab is closed', () => {
  const page = openTab(address);
  store(page);
  expect(inboxOf(reload(page)).read()).toEqual([
    { text: 'ab&token=t', receivedAt: 1000, isOwn: true },
  ]);
  const other = openTab('https://publisher.test/', page.device);
  store(other);
  expect(other.entry.returns, 'there is one to be looked for').toEqual([]);
  expect(inboxOf(other).read()).toEqual([{ text: 'ab&token=t', receivedAt: 1000, isOwn: false }]);
});

for (const full of ['device', 'tab']) {
  test(`a return is stored when the ${full} storage fails`, () => {
    const page = openTab(address);
    store(page, '741', 1000, (place) => place === full);
    expect(page.href).toBe('https://publisher.test/watch');
    expect(inboxOf(reload(page)).read()).toHaveLength(1);
  });
}

test('a return that no storage accepts stays in the address until the journal has it', () => {
  const page = openTab(address);
  store(page, '741', 1000, () => true);
  expect(page.href).toBe(address);
  const inbox = inboxOf(page);
  expect(inbox.read()).toEqual([{ text: 'ab&token=t', receivedAt: 1000, isOwn: true }]);
  inPage(page, () => inbox.remove(inbox.read()));
  expect(page.href).toBe('https://publisher.test/watch');
  expect(inbox.read()).toEqual([]);
});

test('a return too long for the inbox is handled as without storage', () => {
  const page = openTab(`${address}#${'x'.repeat(20_000)}`);
  store(page);
  expect(page.href).toContain('token=t');
  expect([page.device.size, page.tab.size]).toEqual([0, 0]);
  expect(inboxOf(page).read()).toHaveLength(1);
});

test('the inbox holds at most ten returns, and erases only those that it is given', () => {
  const page = openTab(address);
  for (let at = 1; at <= 12; at++) {
    page.href = `https://publisher.test/?usher-return=741.s${at}&token=t`;
    store(page, '741', at);
  }
  page.entry.returns = undefined;
  const inbox = inboxOf(page);
  expect(inbox.read().map(({ receivedAt }) => receivedAt)).toEqual([
    3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
  ]);
  inbox.remove(inbox.read().slice(0, 9));
  expect(inbox.read()).toEqual([{ text: 's12&token=t', receivedAt: 12, isOwn: true }]);
  inbox.remove(inbox.read());
  expect([page.device.size, page.tab.size]).toEqual([0, 0]);
});

test('entries of other origin in the inbox are not read as returns', () => {
  const page = openTab('https://publisher.test/');
  page.device.set(inboxName(key), 'nonsense\n\n{"a":1}\n12\n1000 ab&token=t');
  expect(inboxOf(page).read()).toEqual([{ text: 'ab&token=t', receivedAt: 1000, isOwn: false }]);
  inboxOf(page).remove([{ text: 'ab&token=t', receivedAt: 1000 }]);
  expect(page.device.get(inboxName(key))).toBe(undefined);
});

test('a page that changes toJSON changes no return', () => {
  const prototype = Array.prototype as { toJSON?: unknown };
  prototype.toJSON = () => 'bent';
  try {
    const page = openTab(address);
    store(page);
    expect(inboxOf(reload(page)).read()[0]!.text).toBe('ab&token=t');
  } finally {
    delete prototype.toJSON;
  }
});
