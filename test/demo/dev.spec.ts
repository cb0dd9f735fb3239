import { expect, test } from '@playwright/test';
import { createClone, type Clone } from '../fixtures/package/clone.ts';

/** The text that the file for pages has in the place of another one, in a change of its source. */
const before = 'The call was aborted';
const after = 'The call was given up';

let clone: Clone | undefined;
// Also after a timeout, which leaves the test where it is.
test.afterEach(() => clone?.remove());

test('npm run dev serves each new build, and ends with all that it started', async () => {
  test.setTimeout(300_000); // it builds twice
  clone = createClone();
  const { output, interrupt } = await clone.keep('.', 'npm run dev', /Stop with Ctrl\+C/);
  const [, page = ''] = /Demo page\s+(\S+)/.exec(output)!;
  const servedText = async (): Promise<string> =>
    (await fetch(`${page}dist/cdn/usher.js`).catch(() => undefined))?.text() ?? '';
  expect(await servedText()).toContain(before);

  clone.replaceIn('src/errors/aborted-error.ts', before, after);
  await expect.poll(servedText, { timeout: 150_000 }).toContain(after);

  expect(await interrupt()).not.toContain('Force killing');
  await expect(fetch(page)).rejects.toThrow('fetch failed');
});
