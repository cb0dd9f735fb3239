import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { buildWithout } from './support/build-without.ts';
import { guards } from './support/guards.ts';
import { runRow } from './support/run-row.ts';

test.describe('Guards', () => {
  test.describe.configure({ timeout: 180_000 });
  test.skip(
    ({ browserName }) => browserName !== 'chromium',
    'Chromium proves that the rows turn red',
  );

  test('a text that is not in its file exactly once stops the test', async () => {
    await expect(
      buildWithout({ file: 'src/runtime.ts', text: 'no such text', replacement: '' }),
    ).rejects.toThrow('holds 0 times');
    await expect(
      buildWithout({ file: 'src/runtime.ts', text: 'import', replacement: '' }),
    ).rejects.toThrow(/holds \d+ times/);
  });

  test('a row fails without its guard, and passes with it', { tag: '@main' }, async () => {
    const row = 'Network 302 on a POST';
    const whole = await buildWithout();
    const broken = await buildWithout({
      file: 'src/browser/request-init.ts',
      text: "redirect: 'error'",
      replacement: "redirect: 'follow'",
    });
    expect(existsSync(join(whole, 'usher.js'))).toBe(true);
    expect(await runRow(row, whole)).toMatchObject({ held: 1, broke: 0 });
    expect(await runRow(row, broken)).toMatchObject({ held: 0, broke: 1 });
    for (const folder of [whole, broken]) rmSync(folder, { recursive: true });
  });

  for (const { name, row, ...replacement } of guards) {
    test(`without the ${name}: ${row}`, async () => {
      const dist = await buildWithout(replacement);
      expect(await runRow(row, dist)).toMatchObject({ held: 0, broke: 1 });
      rmSync(dist, { recursive: true });
    });
  }
});
