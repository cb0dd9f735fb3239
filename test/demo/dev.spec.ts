import { expect, test } from '@playwright/test';
import { createClone } from '../fixtures/package/clone.ts';

/** The text that the file for pages has in the place of another one, in a change of its source. */
const before = 'The call was aborted';
const after = 'The call was given up';

test('npm run dev serves each new build, and ends with all that it started', async () => {
  test.setTimeout(120_000); // it builds twice
  const clone = createClone();
  try {
    const { output, interrupt } = await clone.keep('.', 'npm run dev', /Stop with Ctrl\+C/);
    const [, page = ''] = /Demo page\s+(\S+)/.exec(output)!;
    const servedText = async (): Promise<string> =>
      (await fetch(`${page}dist/cdn/usher.js`).catch(() => undefined))?.text() ?? '';
    expect(await servedText()).toContain(before);

    clone.replaceIn('src/errors/aborted-error.ts', before, after);
    await expect.poll(servedText, { timeout: 60_000 }).toContain(after);

    expect(await interrupt()).not.toContain('Force killing');
    await expect(fetch(page)).rejects.toThrow('fetch failed');
  } finally {
    await clone.remove();
  }
});
