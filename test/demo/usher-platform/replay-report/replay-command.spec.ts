import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import type { SupportReport } from '../../../../src/index.ts';
import { startPageServer, type PageServer } from '../../../faults/support/page-server.ts';
import { startTestPlatform } from '../../../fixtures/platform/test-platform.ts';

let folder: string;
let pages: PageServer;
const running = new Set<ChildProcess>();

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'usher-report-'));
  pages = await startPageServer();
});
test.afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
  await pages.close();
});

const command = ['--import', 'tsx', 'demo/usher-platform/main.ts', 'replay'];

/** Starts the command with a report. The address of its page. */
async function replay(report: SupportReport): Promise<string> {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  const child = spawn(process.execPath, [...command, file, '--runtime', 'dist/cdn/usher.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return (JSON.parse(line.toString()) as { page: string }).page;
}

/** The report of a page whose platform answers an item state with errors. */
async function failingReport(page: Page, status: number, times: number): Promise<SupportReport> {
  const platform = await startTestPlatform({ history: false });
  platform.faults.add(`payment/itemstate: status ${status}, ${times} times`);
  await page.goto(`${pages.origin()}/blank`);
  const report = await page.evaluate(async (baseUrl) => {
    const runtime = '/dist/usher.js';
    const { createUsher } = await import(runtime);
    const usher = createUsher({ baseUrl, persistence: 'none' });
    await usher.start();
    await usher.item({ item: 1369311, streamtype: 'video' }).check();
    const made = await usher.supportReport();
    usher.dispose();
    return made;
  }, `${platform.url}/v3.1/9197`);
  await platform.close();
  return report;
}

test('a report of a failed item state is a page that fails alike', async ({ page }) => {
  test.setTimeout(180_000);
  const report = await failingReport(page, 503, 8);
  const address = await replay(report);
  await page.goto(address);
  await expect(page).toHaveTitle('Replay · failed', { timeout: 90_000 });
  const step = page.locator('ol > li');
  await expect(step).toHaveCount(1);
  await expect(step).toHaveAttribute('data-happened', 'true');
  await expect(step).toHaveAttribute('data-ended', /the item is unknown/);
});

test('a report of a failure that Usher recovers from is a page that passes', async ({ page }) => {
  test.setTimeout(180_000);
  await page.goto(await replay(await failingReport(page, 503, 1)));
  await expect(page).toHaveTitle('Replay · passed', { timeout: 90_000 });
  await expect(page.locator('ol > li')).toHaveAttribute('data-happened', 'true');
});

test('@all a report without failed calls is refused with the reason, and so is a file', () => {
  const file = join(folder, 'fine.json');
  const fine = {
    version: '1',
    session: { status: 'ready' },
    diagnosis: [],
    calls: [],
    failures: [],
  };
  writeFileSync(file, JSON.stringify(fine));
  const refused = spawnSync(process.execPath, [...command, file], { encoding: 'utf8' });
  expect(refused).toMatchObject({ status: 1, stdout: '' });
  expect(refused.stderr).toContain('cannot be replayed:\n- it has no failed call');
  const absent = spawnSync(process.execPath, [...command, 'absent.json'], { encoding: 'utf8' });
  expect(absent).toMatchObject({ status: 2, stderr: expect.stringContaining('cannot be read') });
});
