import { expect, test } from '@playwright/test';
import type { Hono } from 'hono';
import { createApp } from '../../demo/platform/app.ts';
import type { Database } from '../../demo/platform/database/database.ts';
import { inMemory } from '../../demo/platform/open-database.ts';
import type { Platform } from '../../demo/platform/platform.ts';
import { openPlatform } from '../../demo/platform/start-platform.ts';
import { deviceHash } from '../fixtures/platform/client.ts';
import { freshDatabase } from '../fixtures/platform/test-platform.ts';

const domain = 9981; // without signatures
let platform: Platform;
test.beforeAll(async () => {
  platform = await openPlatform({ dataDir: inMemory, quiet: true }, await freshDatabase());
});
test.afterAll(() => platform.database.close());

type Post = (path: string, form: Record<string, string>, cid?: string) => Promise<any>;

/** Sends calls without a socket. */
function callsTo(app: Hono): Post {
  return async (path, form, cid) => {
    const response = await app.request(`http://127.0.0.1/v3.1/${domain}/session/${path}`, {
      method: 'POST',
      headers: cid ? { 'X-Request-CID': cid } : {},
      body: new URLSearchParams(form),
    });
    return response.json();
  };
}

const ada = { provider: 'manual', username: 'ada', password: 'lovelace' };
const grace = { vouchercode: 'WELCOME-GRACE' };

/** A session of ada, and an init of it during which `meanwhile` runs, right before it writes. */
async function initWith(
  meanwhile: (post: Post, cid: string) => Promise<unknown>,
  renewSessions = false,
): Promise<{ cid: string; result: any; status: number; later: any }> {
  const { database } = platform;
  const post = callsTo(
    createApp({ ...platform, renewSessions }, { log: undefined, ledgerKey: 'x' }),
  );
  const opened = (await post('init', { nxp_devh: deviceHash })).result.general.cid;
  const cid = (await post('login', ada, opened)).result.general.cid;
  let isDone = false;
  const act = async (): Promise<void> => {
    if (isDone) return;
    isDone = true;
    await meanwhile(post, cid);
  };
  const interrupted: Database = {
    ...database,
    async query<R>(sql: string, parameters?: readonly unknown[]) {
      if (sql.startsWith('update sessions')) await act();
      return database.query<R>(sql, parameters);
    },
    async transaction(work) {
      await act();
      return database.transaction(work);
    },
  };
  const app = createApp({ ...platform, database: interrupted }, { log: undefined, ledgerKey: 'x' });
  const form = { nxp_devh: deviceHash, currentSession: cid };
  const { result, metadata } = await callsTo(app)('init', form);
  expect(isDone).toBe(true);
  return { cid, result, status: metadata.status, later: (await post('init', form)).result };
}

test('a login at the moment of an init stays', async () => {
  const { cid, result, later } = await initWith((post, id) => post('login', grace, id));
  expect(result.general).toMatchObject({ cid, isNewSession: 0 });
  expect(result.userdata.username).toBe('grace');
  expect(later.userdata.username).toBe('grace');
});

test('a session that is logged out at the moment of an init stays ended', async () => {
  const { cid, result, later } = await initWith((post, id) => post('logout', {}, id));
  expect(result.general).toMatchObject({ isNewSession: 1, uid: 0 });
  expect(result.general.cid).not.toBe(cid);
  expect(later.general).toMatchObject({ isNewSession: 1, uid: 0 });
});

test('an init opens a session where a login at that moment renews the named one', async () => {
  const { cid, result, status } = await initWith((post, id) => post('login', grace, id), true);
  expect(status).toBe(200);
  expect(result.general).toMatchObject({ isNewSession: 1, uid: 0 });
  expect(result.general.cid).not.toBe(cid);
});
