// `npm run screenshots`: takes the pictures of the README and the documentation from the demo.
// `npm run screenshots -- looks`: takes elements, pages of the documentation and pages of the demo,
// wide and narrow, light and dark, in English and German, to be looked at. Both need a build.
import { existsSync, mkdirSync } from 'node:fs';
import { chromium } from 'playwright';
import { tsImport } from 'tsx/esm/api';
import { browserArgs, ensureBrowser } from '../support/browser.mjs';
import { takeLooks } from './screenshot-looks.mjs';
import { takePurchaseStates } from './screenshot-purchases.mjs';

const wanted = process.argv[2];
const isLooks = wanted === 'looks';
if (wanted && !isLooks) throw new Error('npm run screenshots takes nothing, or looks');

const load = (path) => tsImport(path, import.meta.url);
const { startDemoServer } = await load('../../demo/server.ts');
const { startProvider } = await load('../../demo/provider/start-provider.ts');
const { startPlatform } = await load('../../demo/platform/start-platform.ts');
const { makeMerchantAccount } = await load('../../demo/platform/payment/merchant-account.ts');
const account = await makeMerchantAccount('Lantern Row');
const provider = await startProvider({ merchants: [account.forProvider] });
const platform = await startPlatform({
  dataDir: 'memory://',
  provider: { url: provider.url, jwks: provider.jwks, account: account.forPlatform },
});
const { domain, demoUser } = platform;
const server = await startDemoServer({
  baseUrl: `${platform.url}/v3.1/${domain}`,
  domain,
  provider: provider.url,
});
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserArgs });

/** Opens a page of the demo as a browser shows it to a reader. */
async function openPage(path, width, height, settings = {}) {
  const page = await browser.newPage({
    viewport: { width, height },
    reducedMotion: 'reduce',
    locale: 'en-GB',
    ...settings,
  });
  await page.goto(server.url + path);
  return page;
}

/** The front page, for a viewer who is logged in. */
async function takeFrontPage(path) {
  const page = await openPage('/', 1280, 800);
  await page.evaluate(async (user) => {
    const usher = await new Promise((resolve) => (globalThis.usher ??= []).push(resolve));
    await usher.login({ provider: 'manual', ...user });
  }, demoUser);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path });
}

/** The gate of a film that is for sale, with its offers. */
async function takeGate(path) {
  const page = await openPage('/elements.html', 760, 700);
  await page.locator('usher-gate').getByRole('button', { name: 'Rent for' }).waitFor();
  await page.locator('usher-gate').screenshot({ path });
}

async function takeDocumentation() {
  await takeFrontPage('docs/images/demo.png');
  await takeGate('docs/images/gate.png');
  await takePurchaseStates(openPage, (state) => `docs/images/purchase-${state}.png`);
  console.log('The pictures in docs/images/ are written.');
}

async function takeAllLooks() {
  const folder = 'test-results/screenshots';
  mkdirSync(folder, { recursive: true });
  if (!existsSync('.site/html/index.html')) console.log('Without npm run docs: no pages of docs.');
  await takeLooks(openPage, demoUser, (name) => `${folder}/${name}.png`);
  console.log(`The pictures in ${folder}/ are written.`);
}

try {
  await (isLooks ? takeAllLooks() : takeDocumentation());
} finally {
  await browser.close();
  await server.close();
  await platform.close();
  await provider.close();
}
