import type { UsherQueue } from '../../src/index.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9178 });

test('a report names the reference of the opening, which the platform received', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/search.html`);
  const calls = await page.evaluate(async () => {
    const queue = (window as unknown as { usher: UsherQueue }).usher;
    const usher = await queue.ready();
    await usher.start();
    return (await usher.supportReport()).calls;
  });
  const [sent] = site.calls('session/init');
  const reference = new URLSearchParams(sent!.body).get('cfo');
  expect(reference).toMatch(/^[0-9a-z]{10}$/);
  expect(calls.filter(({ id }) => id === 'session/init')).toMatchObject([
    { status: 200, reference },
  ]);
});
