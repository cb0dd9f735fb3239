import { expect, test } from '@playwright/test';
import { startPlatform, type RunningPlatform } from '../../demo/platform/start-platform.ts';
import { statistics } from '../../src/contract/statistics.ts';
import { startPostgres } from '../fixtures/platform/postgres.ts';
import { openReporting } from '../fixtures/platform/statistics-reporting.ts';

test('a PostgreSQL server computes the same statistics, byte for byte', async () => {
  test.setTimeout(300_000);
  const server = await startPostgres();
  const running: RunningPlatform[] = [];
  const start = async (databaseUrl: string): Promise<RunningPlatform> => {
    const platform = await startPlatform({
      quiet: true,
      databaseUrl,
      now: () => new Date('2026-11-21T20:00:00Z'),
    });
    running.push(platform);
    return platform;
  };
  try {
    const sites = await Promise.all(
      [start(''), start(server.databaseUrl)].map(async (platform) =>
        openReporting((await platform).url, 741),
      ),
    );
    const period = {
      from: '2026-08-24',
      to: '2026-11-21',
      kpi: 'viewtimeaverage',
      timeFrame: '240',
    };
    for (const name of Object.keys(statistics.rows)) {
      for (const parameters of [
        period,
        {
          ...period,
          streamtype: 'allmedia',
          timezone: 'America/New_York',
          gateway: 'desktop',
          itemReference: 'GID',
          limit: '7',
        },
      ]) {
        const [embedded, served] = await Promise.all(
          sites.map(async ({ ask }) => ask(name, parameters)),
        );
        expect({ name, status: served!.status }).toEqual({ name, status: 200 });
        expect(served!.text.replace(/^.*"result":/, ''), name).toBe(
          embedded!.text.replace(/^.*"result":/, ''),
        );
      }
    }
    for (const { report } of sites) {
      expect(
        (
          await report([
            { kind: 'view', gid: '5000311' },
            { kind: 'viewtime', gid: '5000311', seconds: 7.5 },
          ])
        ).result,
      ).toEqual({ recorded: 2 });
    }
    for (const { ask } of sites) {
      expect((await ask('viewsbyday', { ...period, timezone: 'Mars/Olympus' })).status).toBe(400);
    }
  } finally {
    await Promise.all(running.map((platform) => platform.close()));
    await server.stop();
  }
});
