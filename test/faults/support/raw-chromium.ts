import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { browserArgs, ensureBrowser } from '../../support/browser.mjs';

/**
 * A Chromium with nothing switched off: tabs are really hidden, frozen, throttled and kept for the back button, and third parties
 * have storage of their own. It runs in a process group and on a profile of its own.
 */
export interface RawChromium {
  readonly context: BrowserContext;
  readonly newTab: () => Promise<Page>;
  readonly devtools: (page: Page) => Promise<CDPSession>;
  readonly freeze: (page: Page) => Promise<void>;
  readonly resume: (page: Page) => Promise<void>;
  /** SIGSTOP and SIGCONT to all of its processes. */
  readonly stop: () => void;
  readonly go: () => void;
  /** SIGKILL to all of its processes, then a new start on the same profile. `between`: what happens to the profile meanwhile. */
  readonly killAndStart: (between?: (profile: string) => void) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Running {
  readonly child: ChildProcess;
  readonly browser: Browser;
}

export async function startRawChromium(args: readonly string[] = []): Promise<RawChromium> {
  const profile = mkdtempSync(join(tmpdir(), 'usher-faults-'));
  let running = await start(profile, args);
  const context = (): BrowserContext => running.browser.contexts()[0]!;
  const sessions = new Map<Page, CDPSession>();
  const devtools = async (page: Page): Promise<CDPSession> => {
    const session = sessions.get(page) ?? (await context().newCDPSession(page));
    sessions.set(page, session);
    return session;
  };
  const setLifecycle = async (page: Page, state: 'frozen' | 'active'): Promise<void> => {
    await (await devtools(page)).send('Page.setWebLifecycleState', { state });
  };
  const signal = (name: NodeJS.Signals): boolean => process.kill(-running.child.pid!, name);
  const kill = async (): Promise<void> => {
    const ended = new Promise((resolve) => running.child.once('close', resolve));
    signal('SIGKILL');
    await ended;
    await running.browser.close().catch(() => {});
  };
  return {
    get context() { return context(); },
    newTab: () => context().newPage(),
    devtools,
    freeze: (page) => setLifecycle(page, 'frozen'),
    resume: (page) => setLifecycle(page, 'active'),
    stop: () => void signal('SIGSTOP'),
    go: () => void signal('SIGCONT'),
    async killAndStart(between) {
      await kill();
      between?.(profile);
      running = await start(profile, args);
    },
    async close() {
      await kill();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

async function start(profile: string, args: readonly string[]): Promise<Running> {
  const child = spawn(ensureBrowser(), [
    ...browserArgs, '--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, '--no-default-browser-check',
    '--password-store=basic', ...args, 'about:blank',
  ], { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [, found] = /DevTools listening on (ws:\S+)/.exec(said) ?? [];
      if (found) resolve(found);
    });
    child.once('close', () => reject(new Error(`Chromium ended: ${said}`)));
  });
  return { child, browser: await chromium.connectOverCDP(address, { noDefaults: true }) };
}
