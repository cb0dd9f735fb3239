import { expect, test } from '@playwright/test';
import { openPostgres } from '../../demo/platform/database/postgres.ts';
import { startPlatform, type RunningPlatform } from '../../demo/platform/start-platform.ts';
import { openPage } from '../fixtures/platform/client.ts';
import { startPostgres } from '../fixtures/platform/postgres.ts';

test('two platforms on one PostgreSQL server answer like the embedded database, and share sessions', async () => {
  test.setTimeout(300_000);
  const server = await startPostgres();
  const running: RunningPlatform[] = [];
  const start = async (databaseUrl: string): Promise<RunningPlatform> => {
    const platform = await startPlatform({ quiet: true, databaseUrl });
    running.push(platform);
    return platform;
  };
  try {
    const local = await start('');
    // Both create the tables at the same time. Neither fails.
    const [first, second] = await Promise.all([
      start(server.databaseUrl),
      start(server.databaseUrl),
    ]);
    const [localPage, serverPage] = [
      await openPage(local.url, 741),
      await openPage(first.url, 741),
    ];
    const [localTestPage, serverTestPage] = [
      await openPage(local.url, 9053),
      await openPage(first.url, 9053),
    ];
    const paths = [
      'all?limit=100&additionalFields=all',
      'latest',
      'picked',
      'evergreens',
      'forkids',
      'withawards',
      'bytag/Western',
      'byperson/John%20Woo',
      'byshowid/40001',
      'bystudio/501?orderBy=title',
      'byquery/dark%20knight',
      'byquery/dark%20knight?queryMode=fulltext&limit=100',
      'byquery/dark%20knight?queryMode=classicwithor&queryFields=title,persons',
      'byquery/atri?includeSubstringMatches=1',
      'byquery/the?queryMode=fulltext&limit=100',
      'all?orderBy=released&orderDir=DESC&start=50',
      'mostactive?timeframe=30&limit=1',
    ];
    const testPaths = [
      'all?selectedStreamtypes=audio&excludeItems=9007199254750000001',
      'byglobalid/9007199254740993051',
      'all?orderBy=GID&orderDir=DESC&limit=100',
    ];
    const comparisons = [
      ...paths.map((path) => [path, localPage, serverPage] as const),
      ...testPaths.map((path) => [path, localTestPage, serverTestPage] as const),
    ];
    for (const [path, onEmbedded, onServer] of comparisons) {
      const [fromLocal, fromServer] = [
        await onEmbedded.call(`/allmedia/${path}`),
        await onServer.call(`/allmedia/${path}`),
      ];
      expect(fromServer.status, fromServer.text.slice(0, 300)).toBe(200);
      const resultWithoutAddresses = (text: string): unknown =>
        JSON.parse(text.replaceAll(local.url, '').replaceAll(first.url, '')).result;
      // Each platform generates random views at its start, so the most active items differ.
      if (path.startsWith('mostactive')) continue;
      expect(resultWithoutAddresses(fromServer.text), path).toEqual(
        resultWithoutAddresses(fromLocal.text),
      );
    }
    await serverPage.call('/session/login', { form: { provider: 'manual', ...first.demoUser } });
    const continued = await openPage(second.url, 741, { currentSession: serverPage.cid });
    expect(continued.init.result).toMatchObject({
      general: { cid: serverPage.cid, isNewSession: 0 },
      userdata: { username: 'ada' },
    });
    expect(second.domainSecret).toBe(first.domainSecret);
  } finally {
    await Promise.all(running.map((platform) => platform.close()));
    await server.stop();
  }
});

test('a connection that breaks in a transaction fails that one alone, with the first error', async () => {
  test.setTimeout(300_000);
  const server = await startPostgres();
  const database = await openPostgres(server.databaseUrl);
  try {
    const broken = database.transaction(async (within) => {
      const [row] = await within.query<{ pid: number }>('select pg_backend_pid() as pid');
      const asked = within.query('select pg_sleep(60)');
      await Promise.all([asked, database.query('select pg_terminate_backend($1)', [row!.pid])]);
    });
    await expect(broken).rejects.toThrow('terminating connection');
    const idle = database.transaction(async (within) => {
      const [row] = await within.query<{ pid: number }>('select pg_backend_pid() as pid');
      await database.query('select pg_terminate_backend($1)', [row!.pid]);
      await expect(within.query('select 1')).rejects.toThrow();
      throw new Error('the work has ended');
    });
    await expect(idle).rejects.toThrow('the work has ended');
    expect(await database.transaction((within) => within.query('select 1 as one'))).toEqual([
      { one: 1 },
    ]);
  } finally {
    await database.close();
    await server.stop();
  }
});
