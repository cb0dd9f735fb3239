// `npm run screenshots`: takes the picture of the README from the demo. Needs a build.
import { chromium } from 'playwright';
import { tsImport } from 'tsx/esm/api';
import { browserArgs, ensureBrowser } from '../support/browser.mjs';
import { startTestPlatform } from '../support/platform.mjs';

const path = 'docs/images/demo.png';

const { startDemoServer } = await tsImport('../../demo/server.ts', import.meta.url);
const platform = await startTestPlatform();
const { domain, demoUser } = platform;
const server = await startDemoServer({ baseUrl: `${platform.url}/v3.1/${domain}`, domain });
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserArgs });

try {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  await page.goto(server.url);
  await page.evaluate(async (user) => {
    const usher = await new Promise((resolve) => (globalThis.usher ??= []).push(resolve));
    await usher.login({ provider: 'manual', ...user });
  }, demoUser);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path });
  console.log(`${path} is written.`);
} finally {
  await browser.close();
  await server.close();
  await platform.close();
}
