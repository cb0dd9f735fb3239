import { expect, test } from '@playwright/test';
import { startPlatform, type RunningPlatform } from '../../demo/platform/start-platform.ts';
import { startProvider, type RunningProvider } from '../../demo/provider/start-provider.ts';
import { documented, endpoints } from '../fixtures/contract/documented.ts';
import { deviceHash, openPage, type Answered, type Sent } from '../fixtures/platform/client.ts';
import { writeColumn } from './coverage-table.mjs';
import {
  readEverything,
  sellEverything,
  useSession,
  type Call,
  type Cashier,
} from './every-call.ts';

const served = new Set<string>();
let provider: RunningProvider;
let platform: RunningPlatform;
test.beforeAll(async () => {
  writeColumn('served', served); // what an earlier run did counts no more
  provider = await startProvider();
  platform = await startPlatform({
    quiet: true,
    databaseUrl: '',
    provider: { ...provider, merchants: ['Test shop'] },
  });
});
test.afterAll(async () => {
  writeColumn('served', served);
  await platform.close();
  await provider.close();
});

/**
 * What stands under `result` where the documents give an object: a status text, or `general` with
 * these.
 */
const objects: Readonly<Record<string, readonly string[]>> = {
  'session/init': ['cid', 'isNewSession', 'uid', 'clid'],
  'session/login': ['cid', 'uid'],
  'session/staticdetails': ['geocode', 'gateway', 'language'],
  'session/generatedirectoryloginurl': ['url'],
  'session/reporttoken': ['reporttoken'],
  'session/currentweather': ['temperature', 'unit', 'code', 'text'],
  'payment/itemstate': [
    'item',
    'streamtype',
    'isPay',
    'canPlay',
    'reason',
    'validUntil',
    'performed',
    'offers',
  ],
  'payment/redeemvoucher': ['state', 'operation', 'item', 'streamtype', 'validUntil'],
  'payment/preparetransaction': ['transactionID', 'state'],
  'payment/finishtransaction': ['transactionID', 'state', 'validUntil'],
  'payment/verifyinapptransaction': ['transactionID', 'state', 'isPremium', 'validUntil'],
  'payment/addexternalsubscription': ['transactionID', 'state', 'isPremium', 'validUntil'],
  'payment/upgradesubscription': ['transactionID', 'state', 'isPremium', 'validUntil'],
  'payment/cancelsubscription': ['transactionID', 'state', 'validUntil'],
};

function expectShape(
  id: string,
  as: string | undefined,
  { status, metadata, result, paging }: Answered,
): void {
  expect({ id, status, metadata }).toMatchObject({ id, status: 200, metadata: { status: 200 } });
  expect({ id, isList: Array.isArray(result) }).toEqual({ id, isList: as === 'list' });
  if (id.startsWith('allmedia/') && as === 'list') {
    expect(paging, id).toMatchObject({
      start: 0,
      limit: expect.any(Number),
      resultcount: expect.any(Number),
    });
  }
  if (as === 'item') {
    expect(result, id).toMatchObject({
      general: { ID: expect.anything(), title: expect.any(String) },
      imagedata: {},
    });
  }
  if (as === 'map') {
    expect(
      Object.values(result).every(
        (value) => typeof value === 'number' || typeof value === 'object',
      ),
      id,
    ).toBe(true);
  }
  if (/^(session|payment)\//.test(id)) {
    const general = objects[id];
    if (general) {
      expect(Object.keys(result.general), id).toEqual(expect.arrayContaining([...general]));
    } else expect(result, id).toEqual({ status: 'ok' });
  } else if (as === 'object') expect(Object.keys(result).length, id).toBeGreaterThan(0);
}

/** A request as the documents place its values, without any code of the runtime. */
function requestOf(
  endpoint: (typeof endpoints)[number],
  values: Readonly<Record<string, string | number>>,
): { path: string; sent: Sent } {
  const places = documented(endpoint).fields;
  const at = (place: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(values)
        .filter(([name]) => places[name]?.place === place)
        .map(([name, value]) => [name, String(value)]),
    );
  const path = Object.entries(at('path')).reduce(
    (text, [name, value]) => text.replace(`:${name}`, encodeURIComponent(value)),
    endpoint.path,
  );
  const query = new URLSearchParams(at('query')).toString();
  return {
    path: path + (query && `?${query}`),
    sent: { method: endpoint.method, ...(endpoint.body && { form: at('body') }) },
  };
}

test('the platform serves every endpoint, each with an answer of its documented shape', async () => {
  test.setTimeout(300_000);
  const serve = (id: string, answered: Answered): any => {
    expectShape(id, documented(endpoints.find((one) => one.id === id)!).result, answered);
    served.add(id);
    return answered.result;
  };
  const page = await openPage(platform.url, 741, { nxp_devh: deviceHash });
  serve('session/init', page.init);
  const call: Call = async (id, values = {}) => {
    const { path, sent } = requestOf(
      endpoints.find((one) => one.id === id)!,
      values,
    );
    return serve(id, await page.call(path, sent));
  };
  const cashier: Cashier = {
    pay: async (transaction, amount) => {
      const { token, reference } = await provider.pay(
        { transaction, amount, currency: 'EUR', merchant: 'Test shop', title: 'A film' },
        'approve',
      );
      return { token: token!, reference: reference! };
    },
    receipt: (item, amount) =>
      provider.receipt({
        store: 'go',
        operation: 'ppv',
        item,
        streamtype: 'video',
        amount,
        currency: 'EUR',
        isPremium: false,
      }),
  };
  await useSession(call);
  await readEverything(
    call,
    endpoints.map(({ id }) => id),
  );
  await call('session/login', { provider: 'manual', ...platform.demoUser });
  await sellEverything(call, cashier);
  await call('session/logout');
  expect(endpoints.map(({ id }) => id).filter((id) => !served.has(id))).toEqual([]);
});
