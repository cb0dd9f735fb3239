import { expect, test } from '@playwright/test';
import { makeMerchantAccount } from '../../demo/platform/payment/merchant-account.ts';
import type { RunningPlatform } from '../../demo/platform/start-platform.ts';
import { startProvider, type RunningProvider } from '../../demo/provider/start-provider.ts';
import { startText } from '../../demo/start-text.ts';
import { openPage } from '../fixtures/platform/client.ts';
import { startTestPlatform } from '../fixtures/platform/test-platform.ts';

let provider: RunningProvider;
let platform: RunningPlatform;
test.beforeAll(async () => {
  const account = await makeMerchantAccount('A shop');
  provider = await startProvider({ merchants: [account.forProvider] });
  platform = await startTestPlatform({ provider: { ...provider, account: account.forPlatform } });
});
test.afterAll(async () => {
  await platform.close();
  await provider.close();
});

test('the film for sale is offered to the demo user at its price, until it is bought', async () => {
  const film = (await platform.filmForSale())!;
  const { item, globalId, amount, currency } = film;
  const page = await openPage(platform.url, platform.domain);
  const { username, password } = platform.demoUser;
  await page.call('/session/login', { form: { provider: 'manual', username, password } });
  const state = await page.call(`/payment/itemstate?item=${item}&streamtype=video`, {
    method: 'POST',
  });
  expect(state.result.general.reason).toBe('not-paid');
  expect(state.result.general.offers[0]).toMatchObject({ operation: 'ppv', amount, currency });
  const media = await page.call(`/allmedia/byglobalid/${globalId}`);
  expect(String(media.result.general.ID)).toBe(item);

  const sale = { item, streamtype: 'video', operation: 'ppv', amount: String(amount), currency };
  const prepared = await page.call('/payment/preparetransaction', {
    form: { ...sale, provider: 'demo' },
  });
  const transactionID = String(prepared.result.general.transactionID);
  const { token = '' } = await provider.pay(
    { transaction: transactionID, merchant: 'A shop', title: film.title, amount, currency },
    'approve',
  );
  const finished = await page.call('/payment/finishtransaction', {
    form: { transactionID, token },
  });
  expect(finished.result.general.state).toBe('finished');
  const next = (await platform.filmForSale())!;
  expect(next.globalId).not.toBe(globalId);
});

test('the start prints the addresses, a film for sale and the lines for a page', async () => {
  const film = {
    title: 'A Film',
    item: '1369342',
    globalId: '5000342',
    amount: 499,
    currency: 'EUR',
  };
  const parts = {
    page: 'http://127.0.0.1:4173',
    provider: 'http://127.0.0.1:4175',
    platform,
    vouchers: ['FREE-MONTH', 'PARTNER-WEEK'],
  };
  const text = startText({ ...parts, film });
  for (const line of [
    'Demo page           http://127.0.0.1:4173/',
    `Platform            ${platform.url}/v3.1/741`,
    'Payment provider    http://127.0.0.1:4175/ ',
    'Demo user           ada, password lovelace',
    'Vouchers            FREE-MONTH, PARTNER-WEEK\n',
    'A film for sale     A Film',
    '  ID                1369342, streamtype video',
    '  GlobalID          5000342',
    '  Price             €4.99 to rent (ppv, 499 EUR)',
    '  On the demo page  http://127.0.0.1:4173/watch.html?gid=5000342',
    'For calls from a server, never for a page:',
    `  Domain secret     ${platform.domainSecret} `,
    `Port 4174 is taken: the platform is at ${new URL(platform.url).port} instead.`,
    '  <!doctype html>',
    '    src="http://127.0.0.1:4173/dist/cdn/usher.js"',
    "    const script = 'http://127.0.0.1:4175/in-page.js';",
    '  <usher-gate item="1369342" streamtype="video" globalid="5000342">',
  ]) {
    expect(text).toContain(`\n${line}`);
  }
  expect(text.match(/is taken/g)).toHaveLength(1);
  expect(startText({ ...parts, film: undefined })).not.toContain('A film for sale');
});
