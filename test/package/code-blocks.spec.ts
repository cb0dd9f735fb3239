import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import type { RunningPlatform } from '../../demo/platform/start-platform.ts';
import { createFilmPicker } from '../faults/support/film-picker.ts';
import { fillLogin } from '../fixtures/elements/film-page.ts';
import { choose, inPage } from '../fixtures/flows/checkout.ts';
import { expect, test, type TestProvider } from '../fixtures/flows/site.ts';
import { codeBlocks, markdownFiles, type CodeBlock } from '../fixtures/package/markdown.ts';
import { compile } from '../support/compile.ts';

test.use({ domain: 741 });

const blocks = markdownFiles.flatMap(codeBlocks);
const ofLanguage = (...languages: string[]) =>
  blocks.filter(({ language }) => languages.includes(language));

const addresses = {
  shop: 'https://shop.example.com/',
  cdn: 'https://cdn.example.com/',
  platform: 'https://api.example.com/v3.1/741',
  provider: 'https://pay.example.com/',
};

/** What the blocks of a page do not repeat: the runtime that an earlier one made. */
const ambient = `import type { Usher } from 'usher-runtime';
declare global { const usher: Usher; }`;

const surroundings: [string, string] = [resolve('docs/ambient.ts'), ambient];

/** Its blocks are compiled and run with the frameworks, by `test/examples/recipes.spec.ts`. */
const isAboutFrameworks = ({ place }: CodeBlock): boolean =>
  place.startsWith('docs/frameworks.md:');

/** A block as a module in the folder of its page, so that its imports lead where they say. */
const moduleOf = ({ place, code }: Pick<CodeBlock, 'place' | 'code'>): [string, string] => [
  resolve(`${place.replace(':', '-line-')}.ts`),
  `${code}\nexport {};`,
];

test('each block of TypeScript compiles against the published types', () => {
  const components = ofLanguage('tsx', 'vue', 'svelte');
  expect(components.filter((block) => !isAboutFrameworks(block))).toEqual([]);
  const modules = ofLanguage('ts', 'js')
    .filter((block) => !isAboutFrameworks(block))
    .map(moduleOf);
  expect(modules.length).toBeGreaterThan(20);
  expect(compile(new Map([surroundings, ...modules]))).toEqual([]);
});

test('a block that does not compile is found', () => {
  const wrong = moduleOf({ place: 'docs/wrong.md:1', code: 'usher.item({ item: true });' });
  expect(compile(new Map([surroundings, wrong]))).not.toEqual([]);
});

test('each block that fetches the address of a payment checks the status of the answer', () => {
  const fetching = blocks.filter(({ code }) => code.includes("fetch('/payments'"));
  expect(fetching.length).toBeGreaterThan(3);
  const unchecked = fetching.filter(({ code }) => !code.includes('answer.ok'));
  expect(unchecked.map(({ place }) => place)).toEqual([]);
});

test('each block of JSON can be parsed', () => {
  for (const { place, code } of ofLanguage('json')) {
    expect(() => JSON.parse(code) as unknown, place).not.toThrow();
  }
});

test('each other block is a diagram, or a workflow that a test runs', () => {
  // test/package/usher-platform.spec.ts runs the command of the workflow.
  const workflow = blocks.filter(({ language }) => language === 'yaml');
  expect(workflow.map(({ place }) => place.split(':')[0])).toEqual([
    'demo/usher-platform/README.md',
  ]);
  const known = ['yaml', 'ts', 'tsx', 'vue', 'svelte', 'js', 'json', 'html', 'sh', 'mermaid'];
  expect(blocks.filter(({ language }) => !known.includes(language))).toEqual([]);
});

interface Servers {
  readonly platform: Pick<RunningPlatform, 'url'>;
  readonly provider: Pick<TestProvider, 'url'>;
}

/**
 * Serves a page at the addresses of the documentation, in front of the reference platform and the
 * payment provider.
 */
async function serve(page: Page, html: string, { platform, provider }: Servers): Promise<void> {
  const scripts = ({ pathname }: URL): string => readFileSync(`dist/cdn${pathname}`, 'utf8');
  await page.route(`${addresses.shop}**`, (route) => {
    const url = new URL(route.request().url());
    return url.pathname.endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: scripts(url) })
      : route.fulfill({ contentType: 'text/html', body: `<!doctype html>${html}` });
  });
  await page.route(`${addresses.cdn}**`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      headers: { 'Access-Control-Allow-Origin': '*' },
      body: scripts(new URL(route.request().url())),
    }),
  );
  await page.route(`${addresses.platform}/**`, async (route) => {
    const url = route.request().url().replace(addresses.platform, `${platform.url}/v3.1/741`);
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  await page.route(`${addresses.provider}**`, async (route) => {
    const url = route.request().url().replace(addresses.provider, `${provider.url}/`);
    await route.fulfill({ response: await route.fetch({ url }) });
  });
}

// A page may still be asking when its test is through.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

for (const { place, code } of ofLanguage('html')) {
  test(`the page in ${place} works`, async ({ page, platform, provider, site, noise }) => {
    await serve(page, code, { platform, provider });
    await page.goto(addresses.shop);
    const isStatic = code.includes('data-mode="static"');
    const opens = code.includes(addresses.platform) && !isStatic;
    await expect.poll(() => site.calls('session/init').length).toBe(Number(opens));
    if (code.includes('data-base-url')) {
      const status = page.evaluate(async () => {
        const { usher } = window as unknown as {
          usher: { ready(): Promise<{ start(): Promise<{ status: string }> }> };
        };
        return (await (await usher.ready()).start()).status;
      });
      expect(await status).toBe(isStatic ? 'static' : 'ready');
    }
    expect(noise.filter((text) => !text.startsWith('log:'))).toEqual([]);
  });
}

test('the page in the README that sells a film sells one', async ({
  page,
  platform,
  provider,
  site,
}) => {
  const html = codeBlocks('README.md').find(({ code }) => code.includes('film.buy'))!.code;
  expect(html.trim().split('\n').length).toBeLessThanOrEqual(20);
  const { film } = await (await createFilmPicker(platform))();
  await serve(page, html.replace('1369342', film.item), { platform, provider });
  let order: Record<string, string> | undefined;
  await page.route(`${addresses.shop}payments`, (route) => {
    order = route.request().postDataJSON() as Record<string, string>;
    return route.fulfill({ contentType: 'text/plain', body: `${addresses.shop}pay` });
  });
  await page.goto(addresses.shop);
  await page.evaluate(async ({ cdn, platform: baseUrl }) => {
    const { createUsher } = (await import(`${cdn}usher.js`)) as typeof import('../../src/index.ts');
    const usher = createUsher({ baseUrl });
    await usher.login({ provider: 'manual', username: 'ada', password: 'lovelace' });
  }, addresses);
  await page.getByRole('button', { name: 'Rent for' }).click();
  await page.waitForURL(`${addresses.shop}pay`);

  const { transactionId: transactionID = '', currency = '', returnUrl = '' } = order!;
  const { token, reference, outcome } = await provider.pay(
    {
      transaction: transactionID,
      merchant: 'Lantern Row',
      title: 'A film',
      amount: film.amount,
      currency,
    },
    'approve',
  );
  const added = new URLSearchParams({ token: token!, reference: reference!, outcome });
  await page.goto(`${returnUrl}&${added.toString()}`);
  await expect.poll(() => site.calls('payment/finishtransaction').length).toBe(1);
  await expect(page.locator('#buy')).toBeHidden();
  const access = page.evaluate(
    async ({ cdn, platform: baseUrl, item }) => {
      const { createUsher } = (await import(
        `${cdn}usher.js`
      )) as typeof import('../../src/index.ts');
      return (await createUsher({ baseUrl }).item({ item, streamtype: 'video' }).check()).access;
    },
    { ...addresses, item: film.item },
  );
  expect(await access).toBe('granted');
  const { problems } = await platform.ledger(741);
  expect(problems).toEqual([]);
});

test('the markup on the page of the script tag sells a film, with no script but the provider', async ({
  page,
  platform,
  provider,
}) => {
  const isOfElement = ({ code }: CodeBlock): boolean => code.includes('<usher-gate');
  const html = codeBlocks('docs/script-tag.md').find(isOfElement)!.code;
  const withoutScript = html.replace(/<script>[^<]*<\/script>\n/, '');
  expect(withoutScript.trim().split('\n').length).toBeLessThanOrEqual(10);
  const { item, globalId } = (await platform.filmForSale())!;
  const own = html.replace('1369342', item).replace('5000342', globalId);
  await serve(page, own, { platform, provider });
  await page.goto(addresses.shop);
  const gate = page.locator('usher-gate');
  await gate.getByRole('button', { name: 'Rent for' }).click();
  await fillLogin(gate);
  await gate.getByRole('button', { name: 'Pay ' }).click();
  await choose(inPage(page), 'Approve');
  await expect(gate).toHaveAttribute('access', 'granted');
  await expect(page.locator('video')).toHaveAttribute('src', /\/media\//);
  expect((await platform.ledger(741)).problems).toEqual([]);
});
