// `npm run screenshots`: takes the pictures of the README and the documentation from the demo. Needs
// a build.
import { chromium } from 'playwright';
import { tsImport } from 'tsx/esm/api';
import { browserArgs, ensureBrowser } from '../support/browser.mjs';
import { startTestPlatform } from '../support/platform.mjs';

const { startDemoServer } = await tsImport('../../demo/server.ts', import.meta.url);
const platform = await startTestPlatform();
const { domain, demoUser } = platform;
const server = await startDemoServer({ baseUrl: `${platform.url}/v3.1/${domain}`, domain });
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserArgs });

/** Opens a page of the demo as a browser shows it to a reader. */
async function openPage(path, width, height) {
  const page = await browser.newPage({
    viewport: { width, height },
    reducedMotion: 'reduce',
    locale: 'en-GB',
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

const pictures = { 'docs/images/demo.png': takeFrontPage, 'docs/images/gate.png': takeGate };

try {
  for (const [path, take] of Object.entries(pictures)) {
    await take(path);
    console.log(`${path} is written.`);
  }
} finally {
  await browser.close();
  await server.close();
  await platform.close();
}
