import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { claimFolder } from '../../demo/claim-folder.ts';
import { openDatabase } from '../../demo/platform/open-database.ts';
import { openPaymentSetup } from '../fixtures/platform/payment-setup.ts';
import { runScript, runScriptWith, type ScriptOutcome } from '../fixtures/platform/run-script.ts';

/** Runs `npm run ledger` on a folder. */
const runLedger = (folder: string): Promise<ScriptOutcome> => runScript('ledger', folder);

test('npm run ledger asks a running platform, or opens its folder, and fails when the books disagree', async () => {
  test.setTimeout(300_000);
  const parent = mkdtempSync(join(tmpdir(), 'usher-ledger-'));
  try {
    for (const nothing of [parent, join(parent, 'missing')]) {
      expect(await runLedger(nothing)).toEqual({
        code: 1,
        output: expect.stringContaining('There is no ledger'),
      });
    }
    const folder = await claimFolder(parent);
    const address = `${folder.path}.ledger`;
    const setup = await openPaymentSetup({ dataDir: folder.path, databaseUrl: '' }, Date.now());
    const { id } = await (await setup.buyer(9713)).buy();
    expect(statSync(address).mode & 0o077).toBe(0);
    const response = await fetch(readFileSync(address, 'utf8').trim());
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
    const running = await runLedger(parent);
    expect(running.output).toMatch(
      new RegExp(
        `^platform\\n[^]*paid +4\\.99  EUR  demo +127\\.0\\.0\\.1:\\d+ +${id} +5000311 +PAY-${id}`,
        'm',
      ),
    );
    expect(running).toEqual({
      code: 0,
      output: expect.stringContaining('Money and grants agree.'),
    });
    // The data folder itself, as the database is in it.
    expect((await runLedger(folder.path)).output).toBe(running.output);
    const kept = readFileSync(address);
    await setup.close();
    await folder.release();
    expect(existsSync(address)).toBe(false);

    // A killed platform leaves an address without a server, and the lock of a dead process.
    writeFileSync(address, kept);
    writeFileSync(`${folder.path}.lock`, '99999999');
    const rested = await runLedger(parent);
    expect(rested.code).toBe(0);
    expect(rested.output).toContain(`PAY-${id}`);
    expect(await runLedger(folder.path)).toEqual(rested);

    const database = await openDatabase(folder.path, '');
    await database.query(
      `update transactions set amount_minor = 1299, paid_minor = 1299 where id = $1`,
      [id],
    );
    await database.close();
    const wrong = await runLedger(parent);
    expect(wrong).toEqual({
      code: 1,
      output: expect.stringMatching(
        /1 times money and grants do not agree:\n  granted without payment: domain 9713, transaction \d+, ppv cost 12\.99 EUR/,
      ),
    });

    expect(await runLedger(`${folder.path}/`)).toEqual(wrong);

    const held = await claimFolder(parent);
    expect(held.path).toBe(folder.path);
    expect(await runLedger(parent)).toEqual({
      code: 1,
      output: expect.stringContaining('does not answer'),
    });
    await held.release();
  } finally {
    rmSync(parent, { recursive: true });
  }
});

test('@all npm run ledger reads the given folder, not the server of DATABASE_URL', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'usher-ledger-'));
  const other = { DATABASE_URL: 'postgres://127.0.0.1:1/other' };
  try {
    expect(await runScriptWith(other, 'ledger', folder)).toEqual({
      code: 1,
      output: expect.stringContaining(`There is no ledger in ${folder}`),
    });
    expect((await runScriptWith(other, 'ledger')).output).toContain('ECONNREFUSED');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
