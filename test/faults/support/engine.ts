import { resolve } from 'node:path';
import type { BrowserContext, PlaywrightTestConfig } from '@playwright/test';
import { browserArgs, ensureHeadlessShell } from '../../support/browser.mjs';
import { ensureFirefox } from '../../support/firefox.mjs';

/** The browser of the rows: `FAULT_BROWSER`, by default Chromium. */
export type Engine = 'chromium' | 'firefox';

/**
 * The total of all origins in KB; Firefox leaves each at most 10 MB of it, so that a row can fill
 * its origin's storage.
 */
const firefoxStorageKb = 20 * 1024;

export function engineOf(name: string | undefined): Engine {
  if (name === undefined || name === 'chromium' || name === 'firefox') return name ?? 'chromium';
  throw new Error(`Rows run in chromium or firefox, not in ${name}`);
}

/** How Playwright starts it. */
export function launchOf(engine: Engine): NonNullable<PlaywrightTestConfig['use']> {
  if (engine === 'chromium') {
    return {
      browserName: 'chromium',
      launchOptions: { executablePath: ensureHeadlessShell(), args: browserArgs },
    };
  }
  return {
    browserName: 'firefox',
    launchOptions: {
      channel: 'moz-firefox', // a Firefox of the system, by WebDriver BiDi
      executablePath: resolve(import.meta.dirname, '../../support/firefox.sh'),
      env: { ...process.env, FIREFOX_PATH: ensureFirefox() },
      firefoxUserPrefs: { 'dom.quotaManager.temporaryStorage.fixedLimit': firefoxStorageKb },
    },
  };
}

export function isChromium(context: BrowserContext): boolean {
  return context.browser()?.browserType().name() === 'chromium';
}
