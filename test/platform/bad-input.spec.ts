import { expect, test } from '@playwright/test';
import type { Hono } from 'hono';
import { createApp } from '../../demo/platform/app.ts';
import { areas } from '../../demo/platform/areas.ts';
import { handlers } from '../../demo/platform/handlers.ts';
import { inMemory } from '../../demo/platform/open-database.ts';
import type { Platform } from '../../demo/platform/platform.ts';
import { openPlatform } from '../../demo/platform/start-platform.ts';
import type { Area, FieldSpec, Row } from '../../src/contract/endpoint.ts';
import {
  fieldsOf,
  kindOf,
  odd,
  oddBodies,
  oddJson,
  refusedBy,
  requiredTexts,
} from '../fixtures/platform/hostile-values.ts';
import { freshDatabase } from '../fixtures/platform/test-platform.ts';

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly hint: string;
}

const domain = 9980; // without signatures: these calls test values
/** A line of a stack trace, or an error of the database. */
const telltale =
  /\bat [^"]*:\d+:\d+|node_modules|\.ts:\d|syntax error at|relation \\"|column \\"|violates|invalid (byte|input syntax)|out of range for type|pglite|postgres|tsquery/i;
const rows: [string, Area, string, Row][] = areas.flatMap((area) =>
  Object.entries(area.rows).map(([name, row]): [string, Area, string, Row] => [
    `${area.name}/${name}`,
    area,
    name,
    row,
  ]),
);
/** How many calls wait at a time. A server handles several. */
const atOnce = 8;

let platform: Platform;
let app: Hono;
let cid: string;
const faults: unknown[] = [];
const statuses: Record<number, number> = {};

test.beforeAll(async () => {
  const opened = await openPlatform(
    { dataDir: inMemory, quiet: true, now: () => new Date('2026-11-21T12:00:00Z') },
    await freshDatabase(),
  );
  platform = { ...opened, reportFault: (fault) => void faults.push(fault) };
  app = createApp(platform, { log: undefined, ledgerKey: 'x' });
  await logIn();
});
test.afterAll(async () => {
  console.log(
    `bad input: ${rows.length} endpoints, ${Object.values(statuses).reduce((sum, count) => sum + count, 0)} requests, by status ${JSON.stringify(statuses)}`,
  );
  await platform.database.close();
});

/** Payments are refused without a login, before their fields are checked. */
async function logIn(): Promise<void> {
  const init = await app.request(
    `http://127.0.0.1/v3.1/${domain}/session/init?nxp_devh=4:1500496747:178989`,
    { method: 'POST' },
  );
  cid = String(/"cid":"?(\d+)/.exec(await init.text())![1]);
  expect(
    (await send('POST', '/session/login?provider=manual&username=ada&password=lovelace')).status,
  ).toBe(200);
}

/** Sends a call without a socket, and checks what every answer must fulfil. */
async function send(
  method: string,
  address: string,
  [type, body]: readonly [type?: string, body?: string] = [],
): Promise<Answer> {
  const response = await app.request(`http://127.0.0.1/v3.1/${domain}${address}`, {
    method,
    headers: { 'X-Request-CID': cid, ...(type && { 'Content-Type': type }) },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  statuses[response.status] = (statuses[response.status] ?? 0) + 1;
  const { metadata, result } = JSON.parse(text);
  const isAnswer = metadata.status === response.status && typeof result === 'object';
  const isRefusal =
    response.status >= 400 &&
    response.status < 500 &&
    metadata.errorhint &&
    !telltale.test(metadata.errorhint);
  // No `expect`, which takes longer than most of these calls.
  if (!isAnswer || (response.status !== 200 && !isRefusal)) {
    throw new Error(
      `${method} ${address.slice(0, 200)} ${(body ?? '').slice(0, 100)}: ${text.slice(0, 300)}`,
    );
  }
  return { status: response.status, text, hint: metadata.errorhint ?? '' };
}

/** The address of a row. Values are escaped already. */
function addressOf(
  area: Area,
  name: string,
  row: Row,
  escaped: Readonly<Record<string, string>>,
): string {
  const path = Object.keys(row.path ?? {}).flatMap((field) => escaped[field] ?? []);
  const query = Object.entries(escaped)
    .filter(([field]) => !(field in (row.path ?? {})))
    .map(([field, value]) => `${field}=${value}`);
  return `${['', area.name, name, ...path].join('/')}?${query.join('&')}`;
}

const escape = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).map(([field, value]) => [field, encodeURIComponent(value)]),
  );

/**
 * The values to try at each field of a row. A field that the rows of an area share gets all of them
 * at its first row, then others in turn at each further row, because the same code reads it. (For
 * statistics, `statistics-values.spec.ts` tries all at every row.)
 */
function createTries(
  valuesOf: (field: string, spec: FieldSpec) => readonly string[],
): (area: Area, row: Row) => { field: string; value: string }[] {
  const met = new Map<string, number>();
  return (area, row) =>
    fieldsOf(area, row).flatMap(([field, spec]) => {
      const values = valuesOf(field, spec);
      const key = `${area.name} ${field}`;
      const times = row.standard && field in area.standard! ? (met.get(key) ?? 0) : 0;
      met.set(key, times + 1);
      return (times === 0 ? values : values.slice(times % values.length).slice(0, 1)).map(
        (value) => ({ field, value }),
      );
    });
}

/** Whether a call keeps the session that the others need. */
const keepsSession = (id: string): boolean =>
  !['session/logout', 'session/login', 'session/init'].includes(id);

async function inBatches<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < all.length; start += atOnce) {
    await Promise.all(all.slice(start, start + atOnce).map(work));
  }
}

test.afterEach(async () => {
  expect(faults, 'nothing went wrong inside').toEqual([]);
  expect((await send('GET', '/allmedia/latest')).text, 'it still answers').toContain(
    '"resultcount":1115',
  );
});

test('each of 114 rows has a handler, and each handler has a row', () => {
  expect(rows).toHaveLength(114);
  expect(Object.keys(handlers).toSorted()).toEqual(rows.map(([id]) => id).toSorted());
});

test('every row accepts every enumerated value and a valid one of every kind', async () => {
  test.setTimeout(300_000);
  const triesOf = createTries(
    (field, spec) => spec.oneOf?.map(String) ?? [field === 'orderBy' ? 'title' : kindOf(spec)],
  );
  for (const [id, area, name, row] of rows) {
    if (!keepsSession(id)) continue;
    const needed = {
      ...requiredTexts(area, row),
      ...(id === 'session/currentweather' && { lat: '1', lng: '1' }),
    };
    const values = triesOf(area, row).map(({ field, value }) => ({ [field]: value }));
    await inBatches([{}, ...values], async (given) => {
      const { status, text } = await send(
        row.method,
        addressOf(area, name, row, escape({ ...needed, ...given })),
      );
      // Lists, system and statistics answer every call. An item or a category may not exist, and a
      // purchase may be refused.
      const mustAnswer =
        area.name === 'statistics' ||
        (area.name === 'system' && !('argument' in given)) ||
        (area.name === 'allmedia' && name !== 'byglobalid');
      if (mustAnswer && status !== 200) {
        throw new Error(`${id} ${JSON.stringify(given)} ${text.slice(0, 300)}`);
      }
    });
  }
});

test('every field of every row refuses invalid values with 400 and its name', async () => {
  test.setTimeout(300_000);
  const triesOf = createTries((_field, spec) => refusedBy(spec));
  for (const [id, area, name, row] of rows) {
    const needed = requiredTexts(area, row);
    await inBatches(
      triesOf(area, row).filter(({ field, value }) => value !== '' || !(field in (row.path ?? {}))),
      async ({ field, value }) => {
        const { status, text, hint } = await send(
          row.method,
          addressOf(area, name, row, escape({ ...needed, [field]: value })),
        );
        if (status !== 400 || !hint.includes(field) || /\bsession\b/i.test(hint)) {
          throw new Error(`${id} ${field}=${JSON.stringify(value)}: ${text.slice(0, 300)}`);
        }
      },
    );
  }
});

test('no text in an address causes an internal error', async () => {
  test.setTimeout(300_000);
  const triesOf = createTries(() => odd);
  for (const [id, area, name, row] of rows) {
    // The test of bodies below covers the others.
    if (!keepsSession(id) || row.method !== 'GET') continue;
    const needed = escape(requiredTexts(area, row));
    const tries = triesOf(area, row).map(({ field, value }) => ({ ...needed, [field]: value }));
    await inBatches(
      tries,
      async (texts) => void (await send(row.method, addressOf(area, name, row, texts))),
    );
    await inBatches(fieldsOf(area, row).slice(0, 3), async ([field]) => {
      const address = addressOf(area, name, row, needed);
      for (const more of [
        `&${field}=1&${field}=x`,
        `&${field}[]=1&${field}[a]=2`,
        `&__proto__=1&__proto__[x]=1&constructor=1&extra=1&unknown=1`,
        `&${'a'.repeat(9000)}=1`,
      ]) {
        await send(row.method, address + more);
      }
    });
  }
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('no body causes an internal error', async () => {
  test.setTimeout(300_000);
  for (const [id, area, , row] of rows) {
    if (row.method === 'GET' || id === 'session/logout') continue;
    const needed = requiredTexts(area, row);
    for (const body of oddBodies) await send(row.method, `/${id}`, body);
    for (const [field, spec] of fieldsOf(area, row)) {
      for (const value of oddJson) {
        await send(row.method, `/${id}`, [
          'application/json',
          `{${Object.entries({ ...needed, [field]: '@' })
            .map(([key, one]) => `"${key}":${one === '@' ? value : JSON.stringify(one)}`)
            .join()}}`,
        ]);
      }
      for (const value of odd) {
        await send(row.method, `/${id}`, [
          'application/x-www-form-urlencoded',
          Object.entries({ ...escape(needed), [field]: value })
            .map((pair) => pair.join('='))
            .join('&'),
        ]);
      }
      for (const value of refusedBy(spec)) {
        const { status, hint, text } = await send(row.method, `/${id}`, [
          'application/x-www-form-urlencoded',
          String(new URLSearchParams({ ...needed, [field]: value })),
        ]);
        if (status !== 400 || !hint.includes(field)) {
          throw new Error(`${id} ${field}=${JSON.stringify(value)}: ${text.slice(0, 300)}`);
        }
      }
    }
    await logIn(); // login and init have changed the session
  }
});

test('rules over several fields are checked', async () => {
  const cases = [
    ['/payment/redeemvoucher', 'POST', 'vouchercode'],
    ['/payment/redeemvoucher?vouchercode=a&referencecode=b', 'POST', 'vouchercode'],
    ['/statistics/viewsbyday?streamtype=video&from=2026-11-21&to=2026-11-20', 'GET', 'from'],
    ['/statistics/viewsbyday?from=2026-11-21&to=2026-11-21', 'GET', 'streamtype'],
    ['/statistics/itemlist?streamtype=video&from=2026-11-21&to=2026-11-21', 'GET', 'kpi'],
    ['/allmedia/all?orderBy=nonsense', 'GET', 'orderBy'],
    ['/allmedia/all?limit=101', 'GET', 'limit'],
  ] as const;
  for (const [address, method, field] of cases) {
    expect({ address, ...(await send(method, address)) }).toMatchObject({
      address,
      status: 400,
      hint: expect.stringContaining(field),
    });
  }
});

test('a secret that is refused is not in the answer', async () => {
  expect(
    (
      await send('POST', '/payment/redeemvoucher', [
        'application/x-www-form-urlencoded',
        'vouchercode=CANARY%01&referencecode=CANARY',
      ])
    ).text,
  ).not.toContain('CANARY');
});
