import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { claimFolder } from '../../demo/claim-folder.ts';

let parent: string;
test.beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'usher-claim-'));
});
test.afterEach(() => rmSync(parent, { recursive: true }));

/** Claims a folder in a process of its own, which then holds it. */
async function claimInProcess(): Promise<{ path: string; kill: () => Promise<void> }> {
  const module = pathToFileURL(resolve('demo/claim-folder.ts')).href;
  const script = `const { claimFolder } = await import('${module}');
    const folder = await claimFolder(${JSON.stringify(parent)});
    console.log(folder.path);
    setInterval(() => folder, 1e6);`;
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', script],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [output] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    path: output.toString().trim(),
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

test('claims at the same moment get a folder each, also over the lock of a dead process', async () => {
  for (let round = 0; round < 100; round++) {
    writeFileSync(join(parent, 'platform.lock'), '99999999');
    const folders = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => claimFolder(parent)));
    expect(new Set(folders.map(({ path }) => path)).size, `round ${round}`).toBe(8);
    for (const folder of folders) await folder.release();
  }
});

test('a released folder is claimed again', async () => {
  const first = await claimFolder(parent);
  const second = await claimFolder(parent);
  expect([first.path, second.path]).toEqual([join(parent, 'platform'), join(parent, 'platform-2')]);
  await first.release();
  expect((await claimFolder(parent)).path).toBe(first.path);
});

test('processes at the same moment get a folder each, and that of a killed one is free at once', async () => {
  const [one, other] = await Promise.all([claimInProcess(), claimInProcess()]);
  expect([one.path, other.path].sort()).toEqual([
    join(parent, 'platform'),
    join(parent, 'platform-2'),
  ]);
  const first = one.path.endsWith('platform') ? one : other;
  await first.kill();
  expect((await claimFolder(parent)).path).toBe(first.path);
  await (first === one ? other : one).kill();
});
