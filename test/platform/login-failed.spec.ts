import { expect, test } from '@playwright/test';
import { createApp } from '../../demo/platform/app.ts';
import type { Database } from '../../demo/platform/database/database.ts';
import { inMemory } from '../../demo/platform/open-database.ts';
import { openPlatform } from '../../demo/platform/start-platform.ts';
import { freshDatabase } from '../fixtures/platform/test-platform.ts';

const domain = 9980; // without signatures

/** A database that fails while it notes a login. */
function failing(database: Database, isFailing: () => boolean): Database {
  return {
    ...database,
    async query(sql, parameters) {
      if (isFailing() && sql.startsWith('insert into logins')) throw new Error('out of disk space');
      return database.query(sql, parameters);
    },
    transaction: (work) => database.transaction((within) => work(failing(within, isFailing))),
  };
}

test('a voucher is not used up by a login that fails at the platform', async () => {
  let isFailing = false;
  const opened = await openPlatform({ dataDir: inMemory, quiet: true }, await freshDatabase());
  const database = failing(opened.database, () => isFailing);
  const app = createApp({ ...opened, database }, { log: undefined, ledgerKey: 'x' });
  const send = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    Promise.resolve(
      app.request(`http://127.0.0.1/v3.1/${domain}${path}`, { method: 'POST', headers }),
    );
  const init = await (await send('/session/init?nxp_devh=4:1500496747:178989')).text();
  const cid = /"cid":"(\d+)/.exec(init)![1]!;
  const login = async (query: string): Promise<number> =>
    (await send(`/session/login?${query}`, { 'X-Request-CID': cid })).status;
  await opened.database.query("update vouchers set uses_left = 1 where operation = 'login'");
  for (const query of [
    'provider=manual&username=ada&password=lovelace&vouchercode=ONE-FILM',
    'vouchercode=WELCOME-GRACE',
  ]) {
    isFailing = true;
    expect(await login(query), query).toBe(500);
    isFailing = false;
    expect(await login(query), query).toBe(200);
  }
  await opened.database.close();
});
