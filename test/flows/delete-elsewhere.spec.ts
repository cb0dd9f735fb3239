import type { Page } from '@playwright/test';
import { choose, inPage, locked, openFilm, rent, stageOf } from '../fixtures/flows/checkout.ts';
import { openEmptyPage } from '../fixtures/flows/empty-page.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9321 });

/** Deletes a transaction as ada, on a device that has not begun it. `word`: with the option. */
const deleteElsewhere = (page: Page, baseUrl: string, transactionID: string, word: boolean) =>
  page.evaluate(
    async ({ baseUrl, transactionID, word }) => {
      const runtime = '/dist/cdn/usher.js';
      const { createUsher } = await import(runtime);
      const usher = createUsher({ baseUrl });
      if (!(await usher.start()).user) {
        await usher.login({ username: 'ada', password: 'lovelace' });
      }
      const values = { transactionID, cancelTransaction: true };
      try {
        const options = word ? { ofAnotherDevice: true } : {};
        const { result } = await usher.call('payment/cancelsubscription', values, options);
        return result.general.state;
      } catch (error) {
        return (error as { code: string }).code;
      }
    },
    { baseUrl, transactionID, word },
  );

test('another device deletes a failed transaction by the explicit word, and not without it', async ({
  page,
  browser,
  platform,
  site,
  domain,
}) => {
  await openFilm(page, site.url, locked.brazil);
  await rent(page, 'In this page');
  await choose(inPage(page), 'Decline');
  await expect(stageOf(page).getByText('The payment was declined')).toBeVisible();
  const [{ query } = { query: '' }] = site
    .calls('payment/finishtransaction')
    .filter(({ method }) => method === 'POST');
  const id = new URLSearchParams(query).get('transactionID')!;

  const other = await (await browser.newContext()).newPage();
  await openEmptyPage(other, site.url);
  const baseUrl = `${platform.url}/v3.1/${domain}`;
  const deletions = (): string[] =>
    site
      .calls('payment/cancelsubscription')
      .filter(({ method }) => method === 'DELETE')
      .map((call) => call.query.slice(1));
  expect(await deleteElsewhere(other, baseUrl, id, false)).toBe('unknown-transaction');
  expect(deletions()).toEqual([]);
  expect(await deleteElsewhere(other, baseUrl, id, true)).toBe('deleted');
  expect(deletions()).toEqual([`transactionID=${id}&cancelTransaction=1`]);
  await other.context().close();
});
