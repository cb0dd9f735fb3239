import { readdirSync, rmSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { buildWithout } from './support/build-without.ts';
import { guards } from './support/guards.ts';

// The rows themselves run without their guards in projects of the configuration. There a row passes
// when it fails, also because nothing was built: so each build is made here too.
test.describe('Guards', () => {
  for (const guard of guards) {
    test(`a build without the ${guard.name}`, { tag: '@main' }, async () => {
      const folder = await buildWithout(guard);
      expect(readdirSync(folder)).toEqual(expect.arrayContaining(['chunks', 'usher.js']));
      rmSync(folder, { recursive: true });
    });
  }

  test('a text that is not in its file exactly once stops the test', async () => {
    const missing = { file: 'src/api/create-runtime.ts', text: 'no such text', replacement: '' };
    await expect(buildWithout(missing)).rejects.toThrow('holds 0 times');
    const frequent = { ...missing, text: 'import' };
    await expect(buildWithout(frequent)).rejects.toThrow(/holds \d+ times/);
  });
});
