import type { Page } from '@playwright/test';
import { build } from 'esbuild';
import type { Usher } from '../../src/index.ts';
import { createFilmPicker } from '../faults/support/film-picker.ts';
import { serveOtherPlatform, type OtherPlatform } from '../fixtures/dialect/other-platform.ts';
import { expect, test, type TestProvider } from '../fixtures/flows/site.ts';
import { codeBlocks } from '../fixtures/package/markdown.ts';

/** A tenant without signatures. */
const domain = 9931;
const shop = 'https://shop.example.com/';
/** As the example has it. */
const address = 'https://api.example.com/v3.1/741';

type PageWindow = Window & { readonly usher: Usher };

/** The first example of the page, as a script that gives the page its runtime. */
async function buildExample(): Promise<string> {
  const [example] = codeBlocks('docs/dialect.md');
  const { outputFiles } = await build({
    stdin: { contents: `${example!.code}\nObject.assign(window, { usher });`, loader: 'ts' },
    alias: { 'usher-runtime': './dist/index.js', 'usher-runtime/dialect': './dist/dialect.js' },
    absWorkingDir: process.cwd(),
    bundle: true,
    format: 'esm',
    write: false,
  });
  return outputFiles[0]!.text;
}

/** Opens the example's page before the other platform. */
async function openExample(page: Page, platform: { readonly url: string }): Promise<OtherPlatform> {
  const script = await buildExample();
  const body = `<!doctype html><script type="module">${script.replaceAll('</', '<\\/')}</script>`;
  await page.route(shop, (route) => route.fulfill({ contentType: 'text/html', body }));
  const other = await serveOtherPlatform(page.context(), address, `${platform.url}/v3.1/${domain}`);
  await page.goto(shop);
  return other;
}

/** Sells by a payment form in the page, which the provider of the test answers. */
async function offerPayment(page: Page, provider: TestProvider): Promise<void> {
  await page.exposeFunction('payAtProvider', (transaction: string, amount: number) =>
    provider.pay(
      { transaction, merchant: 'Lantern Row', title: 'A film', amount, currency: 'EUR' },
      'approve',
    ),
  );
  await page.evaluate(() => {
    const { usher, payAtProvider } = window as unknown as PageWindow & {
      payAtProvider: (transaction: string, amount: number) => Promise<{ outcome: 'approved' }>;
    };
    usher.configure({
      providers: [
        {
          type: 'in-page',
          name: 'card',
          pay: ({ transactionId, amount }) => payAtProvider(transactionId, amount),
        },
      ],
    });
  });
}

interface Film {
  readonly reference: {
    readonly item: string;
    readonly streamtype: string;
    readonly globalId: string;
  };
  readonly amount: number;
}

async function browse(page: Page): Promise<void> {
  const seen = await page.evaluate(async () => {
    const { usher } = window as unknown as PageWindow;
    const { status, user } = await usher.start();
    const allmedia = await usher.allmedia();
    const { items, paging } = await allmedia.latest({ limit: 200 });
    const titles = items.map(({ general }) => general.title ?? '');
    const found = await allmedia.byquery({ query: titles[0]!.split(' ')[0]! });
    return { status, user, titles, count: paging.resultcount, found: found.items.length };
  });
  expect(seen).toMatchObject({ status: 'ready', user: null });
  expect(seen.titles.filter(Boolean).length).toBeGreaterThan(100);
  expect(seen.count).toBeGreaterThanOrEqual(seen.titles.length);
  expect(seen.found).toBeGreaterThan(0);
}

async function logIn(page: Page, film: Film): Promise<void> {
  const seen = await page.evaluate(async ({ reference }) => {
    const { usher } = window as unknown as PageWindow;
    const item = usher.item(reference);
    const before = await item.check();
    const refusal = await usher
      .login({ provider: 'manual', username: 'ada', password: 'wrong' })
      .then(String, ({ code }: { code: string }) => code);
    await usher.login({ provider: 'manual', username: 'ada', password: 'lovelace' });
    const { access, offers } = await item.check();
    return { before: before.access, refusal, name: usher.$user.get()?.name, access, offers };
  }, film);
  expect(seen).toMatchObject({ before: 'denied', name: 'ada', access: 'denied' });
  expect(seen.refusal).toBe('login-failed');
  expect(seen.offers[0]).toMatchObject({
    operation: 'ppv',
    amount: film.amount,
    currency: 'EUR',
  });
}

async function buyFilm(page: Page, film: Film): Promise<void> {
  const seen = await page.evaluate(async ({ reference, amount }) => {
    const { usher } = window as unknown as PageWindow;
    const item = usher.item(reference);
    const before = await item.sources();
    const wish = { operation: 'ppv', amount, currency: 'EUR', provider: 'card' } as const;
    const { status } = await (await item.buy(wish)).settled();
    const { access } = await item.check();
    return { before, status, access, sources: await item.sources() };
  }, film);
  expect(seen).toMatchObject({ before: [], status: 'granted', access: 'granted' });
  expect(seen.sources[0]!.url).toMatch(/^https?:/);
}

async function readFigures(page: Page): Promise<void> {
  const isMap = await page.evaluate(async () => {
    const { usher } = window as unknown as PageWindow;
    const [kpi, streamtype, day] = ['view', 'video', '2026-11-01'] as const;
    const statistics = await usher.statistics();
    return (await statistics.itemlist({ kpi, streamtype, from: day, to: day })) instanceof Map;
  });
  expect(isMap).toBe(true);
}

async function logOut(page: Page): Promise<void> {
  const user = await page.evaluate(async () => {
    const { usher } = window as unknown as PageWindow;
    await usher.logout();
    return usher.$user.get();
  });
  expect(user).toBe(null);
}

// A page may still be asking when its test is through.
test.afterEach(({ page }) => page.context().unrouteAll({ behavior: 'ignoreErrors' }));

test('the platform of the documentation works for a whole visit', async ({
  page,
  platform,
  provider,
  noise,
}) => {
  const { film, gid } = await (await createFilmPicker(platform))();
  const { amount, ...reference } = film;
  const given = { reference: { ...reference, globalId: gid }, amount };
  const other = await openExample(page, platform);
  await offerPayment(page, provider);
  await browse(page);
  await logIn(page, given);
  await buyFilm(page, given);
  await readFigures(page);
  await logOut(page);
  expect(other.calls.some((path) => path.startsWith('/statistics/itemlist/view?'))).toBe(true);
  expect((await platform.ledger(domain)).problems).toEqual([]);
  expect(noise).toEqual([]);
});
