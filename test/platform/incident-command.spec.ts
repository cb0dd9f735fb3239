import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { createIncidentCommand } from '../../demo/platform/incident/incident-command.ts';
import { startPlatform } from '../../demo/platform/start-platform.ts';
import { runScript, type ScriptOutcome } from '../fixtures/platform/run-script.ts';

/** Runs `npm run incident` on a folder. */
const runIncident = (folder: string, ...given: string[]): Promise<ScriptOutcome> =>
  runScript('incident', '--folder', folder, ...given);

test('npm run incident adds, lists and ends incidents of a running platform, and refuses invalid ones', async () => {
  test.setTimeout(300_000);
  const parent = mkdtempSync(join(tmpdir(), 'usher-incident-'));
  try {
    expect(await runIncident(parent, 'Payments are slow')).toEqual({
      code: 1,
      output: expect.stringContaining(`no platform runs on ${parent}`),
    });
    const platform = await startPlatform({
      dataDir: join(parent, 'platform'),
      databaseUrl: '',
      signed: false,
    });
    const base = `${platform.url}/v3.1/743`;
    const {
      result: { general },
    } = (await (await fetch(`${base}/session/init`, { method: 'POST' })).json()) as {
      result: { general: { cid: string } };
    };
    const current = async () =>
      (
        (await (
          await fetch(`${base}/system/currentincidents`, {
            headers: { 'X-Request-CID': general.cid },
          })
        ).json()) as { result: { ID: number; title: string }[] }
      ).result;

    expect(
      await runIncident(
        parent,
        'Payments are slow',
        '--affects',
        'payment',
        'session',
        '--severity',
        'major',
        '--description',
        'A bank answers late.',
      ),
    ).toEqual({ code: 0, output: expect.stringMatching(/platform: incident \d+ is on record/) });
    const [incident, ...others] = await current();
    expect(others).toEqual([]);
    expect(incident).toEqual({
      ID: expect.any(Number),
      title: 'Payments are slow',
      description: 'A bank answers late.',
      severity: 'major',
      affects: ['payment', 'session'],
      started: expect.any(Number),
    });
    expect((await runIncident(parent, 'list')).output).toMatch(
      new RegExp(`${incident!.ID}  major  Payments are slow  \\(payment, session\\)`),
    );

    for (const [wrong, said] of [
      [['x', '--affects', 'plumbing'], 'Allowed choices are'],
      [['x', '--severity', 'awful'], 'minor, major, critical'],
      [['  '], '1 to 200 characters'],
      [['end', 'it'], 'An ID is a number'],
      [['x', '--loud'], 'unknown option'],
    ] as const) {
      expect(await runIncident(parent, ...wrong), wrong.join(' ')).toEqual({
        code: 1,
        output: expect.stringContaining(said),
      });
    }
    expect(await current()).toHaveLength(1);
    expect((await runIncident(parent, 'end', String(incident!.ID))).output).toContain('has ended');
    expect(await current()).toEqual([]);
    expect((await runIncident(parent, 'end', String(incident!.ID))).output).toContain(
      'there is no incident',
    );

    for (const key of ['', '?key=guess']) {
      expect(
        (await fetch(`${platform.url}/__incidents${key}`, { method: 'POST', body: '{"add":{}}' }))
          .status,
      ).toBe(404);
    }
    await platform.close();
  } finally {
    rmSync(parent, { recursive: true });
  }
});

test('@all the folder that is named wins over a platform of the environment', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'usher-incident-'));
  const ofEnvironment = {
    admin: 'http://127.0.0.1:1/__admin?key=x',
    databaseUrl: 'postgres://127.0.0.1:1/other',
    folder: '.data',
  };
  const run = (source: typeof ofEnvironment, ...given: string[]): Promise<unknown> =>
    createIncidentCommand(source).parseAsync([...given, 'Slow'], { from: 'user' });
  try {
    await expect(run(ofEnvironment, '--folder', folder)).rejects.toThrow(
      `no platform runs on ${folder}`,
    );
    await expect(run(ofEnvironment)).rejects.toThrow('no platform answers at http://127.0.0.1:1');
    const admin = 'http://127.0.0.1:2/?key=x';
    await expect(run(ofEnvironment, '--admin', admin)).rejects.toThrow('http://127.0.0.1:2');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
