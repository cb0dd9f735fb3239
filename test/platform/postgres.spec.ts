import { expect, test } from '@playwright/test';
import { startPlatform } from '../../demo/platform/start-platform.ts';
import type { RunningPlatform } from '../../demo/platform/start-platform.ts';
import { openPage } from '../fixtures/platform/client.ts';
import { startPostgres } from '../fixtures/platform/postgres.ts';

test('the same code runs on a PostgreSQL server and answers the same', async () => {
  test.setTimeout(120_000);
  const server = await startPostgres();
  const running: RunningPlatform[] = [];
  const start = async (databaseUrl: string): Promise<RunningPlatform> => {
    const platform = await startPlatform({ quiet: true, databaseUrl });
    running.push(platform);
    return platform;
  };
  try {
    const own = await start('');
    // Two at once on one empty server: neither may trip over the other.
    const [first, second] = await Promise.all([
      start(server.databaseUrl),
      start(server.databaseUrl),
    ]);
    const [embedded, served] = [await openPage(own.url, 741), await openPage(first.url, 741)];
    const [embeddedTest, servedTest] = [
      await openPage(own.url, 9053),
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
    const inTests = [
      'all?selectedStreamtypes=audio&excludeItems=9007199254750000001',
      'byglobalid/9007199254740993051',
      'all?orderBy=GID&orderDir=DESC&limit=100',
    ];
    const asked = [
      ...paths.map((path) => [path, embedded, served] as const),
      ...inTests.map((path) => [path, embeddedTest, servedTest] as const),
    ];
    for (const [path, onEmbedded, onServer] of asked) {
      const [one, other] = [
        await onEmbedded.call(`/allmedia/${path}`),
        await onServer.call(`/allmedia/${path}`),
      ];
      expect(other.status, other.text.slice(0, 300)).toBe(200);
      const plain = (text: string): unknown =>
        JSON.parse(text.replaceAll(own.url, '').replaceAll(first.url, '')).result;
      // Views are drawn at the moment of the start; their order is the database's own.
      if (!path.startsWith('mostactive')) expect(plain(other.text), path).toEqual(plain(one.text));
    }
    await served.call('/session/login', { form: { provider: 'manual', ...first.demoUser } });
    const elsewhere = await openPage(second.url, 741, { currentSession: served.cid });
    expect(elsewhere.init.result).toMatchObject({
      general: { cid: served.cid, isNewSession: 0 },
      userdata: { username: 'ada' },
    });
    expect(second.domainSecret).toBe(first.domainSecret);
  } finally {
    await Promise.all(running.map((platform) => platform.close()));
    await server.stop();
  }
});
