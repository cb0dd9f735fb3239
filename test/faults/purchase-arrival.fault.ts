import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { buyerOf, payAndGetReturnUrl, type Buyer } from './support/buyer.ts';
import { expect, registeringShop, test } from './support/faults.ts';
import { finishesOf } from './support/paid-once.ts';
import { firstJournalWriteFails } from './support/storage-patches.ts';
import { readStoredData } from './support/stored-data.ts';
import { soon } from './support/viewer.ts';

test.use({ domain: 9318 });

const checkoutChunk = '**/chunks/*-checkout.js';

/** Blocks all requests of this address until the returned function is called. */
async function block(page: Page, files: string): Promise<() => Promise<void>> {
  await page.route(files, (route) => route.abort());
  return () => page.unroute(files);
}

/** Lets each request of this address fail once. */
async function failOnce(page: Page, files: string): Promise<void> {
  const failed = new Set<string>();
  await page.route(files, (route) => {
    const name = route.request().url();
    if (failed.has(name)) return route.continue();
    failed.add(name);
    return route.abort();
  });
}

/**
 * The time between the cleaned address and the entry in the journal. No fault in this time may lose
 * the payment.
 */
const interruptions: readonly {
  readonly title: string;
  readonly happen: (page: Page, address: string) => Promise<void>;
}[] = [
  {
    title: 'the page is reloaded while the checkout is still loading',
    async happen(page, address) {
      const release = await block(page, checkoutChunk);
      await page.goto(address);
      await page.waitForFunction(() => 'runtime' in window);
      await release();
      await page.reload();
    },
  },
  {
    title: 'every chunk fails once, and then the page is reloaded',
    async happen(page, address) {
      await failOnce(page, '**/chunks/*.js');
      await page.goto(address);
      await page.waitForFunction(() => 'runtime' in window);
      await page.reload();
      await page.reload();
    },
  },
  {
    title: 'the file of the script tag does not come, and then the page is reloaded',
    async happen(page, address) {
      const release = await block(page, '**/dist/usher.js');
      const asked = page.waitForRequest('**/dist/usher.js');
      await page.goto(address, { waitUntil: 'commit' });
      await asked;
      await release();
      await page.reload();
    },
  },
  {
    title: 'the tab is closed while the checkout loads, and the shop is opened in another',
    async happen(page, address) {
      await block(page, checkoutChunk);
      await page.goto(address);
      await page.waitForFunction(() => 'runtime' in window);
      const other = await page.context().newPage();
      await page.close();
      await other.goto(address.split('?')[0]!);
    },
  },
];

test.describe('Payment', () => {
  for (const { title, happen } of interruptions) {
    test(`a payment is not lost when ${title}`, async ({
      context,
      pages,
      film,
      faultProxy,
      openShop,
      provider,
      expectPaidOnce,
    }) => {
      const first = await openShop(context, { platform: faultProxy });
      await first.goToProvider();
      await happen(first.page, await payAndGetReturnUrl(provider, first.page.url()));
      const buyer = buyerOf(context.pages().at(-1)!, film);
      const { transactionId } = await buyer.waitForPurchase('granted');
      expect(new URL(buyer.page.url()).search, 'the address is clean').toBe('');
      expect(finishesOf(faultProxy.arrivals)).toHaveLength(1);
      const kept = await readStoredData(context, pages.origin());
      expect([...kept.mirror, ...kept.durable].join(), 'nothing secret stays').not.toMatch(
        /token=|"unreadReturns":\[/,
      );
      await expectPaidOnce(transactionId);
    });
  }

  for (const [what, script] of [
    ['throws', 'read() { throw new TypeError("token " + location.href); }'],
    ['gives nothing', 'read: () => undefined'],
  ] as const) {
    test(`a payment is not lost when the provider's read() ${what}, and other purchases go on`, async ({
      page,
      context,
      pages,
      nextFilm,
      film,
      faultProxy,
      addShop,
      openShop,
      provider,
      expectPaidOnce,
    }) => {
      const broken = `<script>Object.assign(shop.providers[0], { ${script} });</script>`;
      const buyer = await openShop(page, { platform: faultProxy, body: broken });
      await buyer.goToProvider();
      const address = await payAndGetReturnUrl(provider, page.url());
      await page.goto(address);
      await buyer.waitForPurchase('awaiting-provider');
      // The return is read when it is in the journal.
      await soon(async () => (await buyer.purchases()).at(-1)?.error?.code).toBe('malformed');
      const { error } = (await buyer.purchases()).at(-1)!;
      expect(JSON.stringify(error)).not.toMatch(/token|usher-return/);
      const other = buyerOf(page, await nextFilm());
      await other.buy('scripted');
      await soon(() => other.evaluate('shop.asked.length')).toBe(1);
      const [payment] = await other.evaluate('shop.asked');
      const paid = await provider.pay(
        {
          transaction: payment.transactionId,
          merchant: registeringShop,
          title: 'A film',
          amount: other.film.amount,
          currency: 'EUR',
        },
        'approve',
      );
      await other.evaluate(
        `shop.answer(${JSON.stringify({ outcome: 'approved', token: paid.token, reference: paid.reference })})`,
      );
      await other.waitForPurchase('granted');

      await page.goto(addShop({ platform: faultProxy })); // the publisher has fixed it
      const mended = buyerOf(page, film);
      await soon(
        async () => (await mended.purchases()).find(({ item }) => item === film.item)?.status,
      ).toBe('granted');
      const { transactionId } = (await mended.purchases()).find(({ item }) => item === film.item)!;
      expect((await readStoredData(context, pages.origin())).durable.join()).not.toMatch(/token=/);
      await expectPaidOnce(transactionId);
    });
  }

  test('a payment is not lost when the page configures its provider late', async ({
    page,
    film,
    faultProxy,
    pages,
    addPage,
    openShop,
    provider,
    expectPaidOnce,
  }) => {
    const buyer = await openShop(page, {
      platform: faultProxy,
      body: '<script>shop.providers[0].read = (query) => Object.fromEntries(query);</script>',
    });
    await buyer.goToProvider();
    const query = (await payAndGetReturnUrl(provider, page.url())).split('?')[1]!;
    // A page without providers.
    await page.goto(`${pages.origin()}${addPage({ platform: faultProxy })}?${query}`);
    await soon(async () => (await buyer.purchases()).at(-1)?.error).toMatchObject({
      code: 'provider-unavailable',
    });
    expect(finishesOf(faultProxy.arrivals)).toEqual([]);
    await buyer.evaluate(
      "void runtime.configure({ providers: [{ name: 'redirect', type: 'redirect', url: () => '', read: (query) => Object.fromEntries(query) }] })",
    );
    const { transactionId, item } = await buyer.waitForPurchase('granted');
    expect(item).toBe(film.item);
    await expectPaidOnce(transactionId);
  });

  test('a good payment is not refused because of an invalid field beside it', async ({
    page,
    faultProxy,
    openShop,
    provider,
    expectPaidOnce,
  }) => {
    const buyer = await openShop(page, { platform: faultProxy });
    await buyer.goToProvider();
    await page.goto(
      `${await payAndGetReturnUrl(provider, page.url())}&finalPayment=5.99&isLatePremium=perhaps`,
    );
    const { transactionId } = await buyer.waitForPurchase('granted');
    const warnings = (await buyer.events('warning')).map(({ value }) => String(value));
    expect(warnings.filter((text) => text.includes('finalPayment'))).toHaveLength(1);
    expect(warnings.filter((text) => text.includes('isLatePremium'))).toHaveLength(1);
    expect(warnings.join()).not.toMatch(/5\.99|perhaps/);
    expect(finishesOf(faultProxy.arrivals)[0]!.query.has('finalPayment')).toBe(false);
    await expectPaidOnce(transactionId);
  });
});

/** The return page of the package, filled in as its README says. */
function shippedPage({ url }: { readonly url: string }, domain: number): string {
  return readFileSync('dist/cdn/return.html', 'utf8')
    .replace('https://api.example.com/v3.1/741', `${url}/v3.1/${domain}`)
    .replace('data-domain="741"', `data-domain="${domain}"`)
    .replace(/src="(usher|return)\.js"/g, 'src="/dist/$1.js"')
    .replace('<title>', '<link rel="icon" href="data:,"><title>');
}

/** The visible text of the return page: `waiting` or `error`. */
const shownState = (page: Page): Promise<string | undefined> =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLElement>('[data-show]')].find(({ hidden }) => !hidden)
        ?.dataset['show'],
  );

const failures: readonly {
  readonly title: string;
  readonly files?: string;
  readonly patch?: string;
}[] = [
  { title: 'the file of the script tag does not come', files: '**/dist/usher.js' },
  { title: 'the chunk of the checkout does not come', files: checkoutChunk },
  { title: 'the journal takes nothing', patch: firstJournalWriteFails('"unreadReturns":[') },
];

test.describe('Payment: the return page', () => {
  for (const { title, files, patch = '' } of failures) {
    test(`stays on the page with a message and retries when ${title}`, async ({
      page,
      faultProxy,
      pages,
      openShop,
      provider,
      domain,
      expectPaidOnce,
    }) => {
      const buyer: Buyer = await openShop(page, { platform: faultProxy });
      const shop = page.url();
      await buyer.goToProvider();
      const address = new URL(await payAndGetReturnUrl(provider, page.url()));
      address.pathname = pages.add({
        html: shippedPage(faultProxy, domain).replace(
          '<title>',
          `<script>${patch}</script><title>`,
        ),
      });
      const release = files ? await block(page, files) : undefined;
      await page.goto(address.href);
      await soon(() => shownState(page)).toBe('error');
      expect(page.url().split('?')[0], 'it stays').toBe(address.href.split('?')[0]);
      await release?.();
      await page.waitForURL(shop);
      const { transactionId } = await buyer.waitForPurchase('granted');
      expect(finishesOf(faultProxy.arrivals)).toHaveLength(1);
      await expectPaidOnce(transactionId);
    });
  }

  test(
    'forwards a payment that only the shop can read to the shop',
    { tag: '@main' },
    async ({ page, faultProxy, pages, openShop, provider, domain, expectPaidOnce }) => {
      const buyer = await openShop(page, {
        platform: faultProxy,
        body: '<script>shop.providers[0].read = (query) => ({ outcome: query.get("outcome"), token: query.get("proof"), reference: query.get("reference") });</script>',
      });
      const shop = page.url();
      await buyer.goToProvider();
      const address = new URL(await payAndGetReturnUrl(provider, page.url()));
      address.pathname = pages.add({ html: shippedPage(faultProxy, domain) });
      await page.goto(address.href.replace('&token=', '&proof='));
      await page.waitForURL(shop);
      const { transactionId } = await buyer.waitForPurchase('granted');
      await expectPaidOnce(transactionId);
    },
  );
});
