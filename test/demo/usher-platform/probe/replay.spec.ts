import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { transformSync } from 'esbuild';
import type { Listening } from '../../../../demo/platform/listen.ts';
import type { RunningPlatform } from '../../../../demo/platform/start-platform.ts';
import { probe, type ProbeReport } from '../../../../demo/usher-platform/probe/probe.ts';
import {
  createRecording,
  readRecording,
  writeRecording,
} from '../../../../demo/usher-platform/probe/recording.ts';
import { redact } from '../../../../demo/usher-platform/probe/redact.ts';
import { serveReplay } from '../../../../demo/usher-platform/probe/serve-replay.ts';
import { writeDialect } from '../../../../demo/usher-platform/probe/write-dialect.ts';
import type { CheckedItem } from '../../../../src/testing/dialect-check/judge-answers.ts';
import { startPageServer, type PageServer } from '../../../faults/support/page-server.ts';
import { startTestPlatform } from '../../../fixtures/platform/test-platform.ts';
import {
  differences,
  startOtherDialect,
  type Difference,
} from '../../../fixtures/probe/other-dialect.ts';

/** Fight Club costs money, and the first film of the catalogue does not. */
const [paid, free] = ['1369311', '1369001'];
const items: readonly CheckedItem[] = [
  { item: paid, streamtype: 'video', expected: 'paid' },
  { item: free, streamtype: 'video', expected: 'free' },
];
const domain = 9198;

let platform: RunningPlatform;
let pages: PageServer;
let folder: string;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  platform = await startTestPlatform({ history: false });
  pages = await startPageServer();
  folder = mkdtempSync(join(tmpdir(), 'usher-recordings-'));
});
test.afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await pages.close();
  await platform.close();
});

/** Probes a platform that differs, and serves the recordings after that platform has ended. */
async function record(
  active: readonly Difference[],
): Promise<{ report: ProbeReport; replay: Listening; baseUrl: string }> {
  const other = await startOtherDialect(platform.url, active);
  const address = `${other.url}/v3.1/${domain}`;
  const report = await probe({ baseUrl: address, items });
  await other.close();
  await writeRecording(folder, redact(report.exchanges), createRecording(report, address));
  const recording = await readRecording(folder);
  const replay = await serveReplay(recording);
  return { report, replay, baseUrl: replay.url + recording.basePath };
}

for (const { title, active } of [
  { title: 'no difference', active: [] },
  ...differences.map((difference) => ({ title: difference, active: [difference] })),
  { title: 'all differences together', active: differences },
]) {
  test(`a probe of recordings finds the same: ${title}`, async () => {
    const { report, replay, baseUrl } = await record(active);
    const again = await probe({ baseUrl, items });
    await replay.close();
    expect(again.assumptions).toEqual(report.assumptions);
    expect(again.exchanges.map(({ name, status }) => [name, status])).toEqual(
      report.exchanges.map(({ name, status }) => [name, status]),
    );
    expect(writeDialect(again.differences, 'x')).toBe(writeDialect(report.differences, 'x'));
  });
}

test('a page with the written dialect reads the recordings, and one without it does not', async ({
  page,
}) => {
  const { report, replay, baseUrl } = await record(differences);
  expect(await visit(page, baseUrl, writeDialect(report.differences, baseUrl))).toEqual({
    status: 'ready',
    paid: ['denied', 'not-paid', true],
    free: ['granted', 'free', false],
    absent: ['denied', 'not-found', false],
    login: 'platform',
  });
  const without = await visit(page, baseUrl, 'export const dialect = {};');
  expect(without.status).not.toBe('ready');
  expect([without.paid[0], without.free[0]]).toEqual(['unknown', 'unknown']);
  await replay.close();
});

test('a signature of another secret is refused as it was recorded', async ({ page }) => {
  const { replay, baseUrl } = await record(['uncut secret']);
  const seen = await visit(page, baseUrl, 'export const dialect = {};');
  expect([seen.paid[0], seen.free[0]]).toEqual(['unknown', 'unknown']);
  await replay.close();
});

/** What a page sees of a platform. */
async function visit(
  page: Page,
  baseUrl: string,
  dialectSource: string,
): Promise<Record<'paid' | 'free' | 'absent', unknown[]> & Record<'status' | 'login', string>> {
  const { code } = transformSync(dialectSource, { loader: 'ts', target: 'es2022' });
  await page.goto(`${pages.origin()}/blank`);
  return page.evaluate(
    async ({ baseUrl, source, ids }) => {
      const runtime = '/dist/usher.js';
      const { createUsher } = await import(runtime);
      const { dialect } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
      const usher = createUsher({ baseUrl, dialect, persistence: 'none' });
      /** A runtime that cannot read the platform goes on trying. */
      const briefly = (done: Promise<unknown>): Promise<unknown> =>
        Promise.race([done, new Promise((resolve) => setTimeout(resolve, 2000))]).catch(() => {});
      await briefly(usher.start());
      const stateOf = async (item: string): Promise<unknown[]> => {
        const film = usher.item({ item, streamtype: 'video' });
        await briefly(film.check());
        const { access, reason, offers } = film.$state.get();
        return [access, reason, offers.length > 0];
      };
      const states = [await stateOf(ids[0]!), await stateOf(ids[1]!), await stateOf('777')];
      const { status } = usher.$session.get();
      const login = await usher
        .login({ provider: 'manual', username: 'ada', password: 'lovelace' })
        .then(
          () => 'logged in',
          (error: { code: string }) => error.code,
        );
      return { status, paid: states[0]!, free: states[1]!, absent: states[2]!, login };
    },
    { baseUrl, source: code, ids: [paid, free] },
  );
}
