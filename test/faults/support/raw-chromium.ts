import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type CDPSession,
  type Page,
} from '@playwright/test';
import { ensureBrowser, rawBrowserArgs } from '../../support/browser.mjs';

/**
 * A Chromium with all features on: tabs are really hidden, frozen, throttled and kept for the back
 * button, and third parties have partitioned storage. It runs in its own process group and on its
 * own profile.
 */
export interface RawChromium {
  readonly context: BrowserContext;
  readonly newTab: () => Promise<Page>;
  readonly devtools: (page: Page) => Promise<CDPSession>;
  readonly freeze: (page: Page) => Promise<void>;
  readonly resume: (page: Page) => Promise<void>;
  /** Sends SIGSTOP and SIGCONT to all its processes. */
  readonly stop: () => void;
  readonly go: () => void;
  /**
   * Sends SIGKILL to all its processes, then starts it again on the same profile. `between` may
   * change the profile meanwhile.
   */
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
  const end = async (): Promise<void> => {
    await kill(running.child);
    await running.browser.close().catch(() => {}); // the connection has broken too
    sessions.clear();
  };
  return {
    get context() {
      return context();
    },
    newTab: () => context().newPage(),
    devtools,
    freeze: (page) => setLifecycle(page, 'frozen'),
    resume: (page) => setLifecycle(page, 'active'),
    stop: () => void signal('SIGSTOP'),
    go: () => void signal('SIGCONT'),
    async killAndStart(between) {
      await end();
      between?.(profile);
      running = await start(profile, args);
    },
    async close() {
      await end();
      remove(profile);
    },
  };
}

/**
 * A Chromium without developer tools, which prevent prerendering. Opens a page, and returns a
 * function that ends it.
 */
export async function openUnwatched(url: string): Promise<() => Promise<void>> {
  const profile = mkdtempSync(join(tmpdir(), 'usher-faults-'));
  const { child } = await launch(profile, [], url);
  return async () => {
    await kill(child);
    remove(profile);
  };
}

async function start(profile: string, args: readonly string[]): Promise<Running> {
  const { child, address } = await launch(profile, args, 'about:blank');
  return { child, browser: await chromium.connectOverCDP(address, { noDefaults: true }) };
}

/** In a process group of its own, whose ID is the child's. */
async function launch(
  profile: string,
  args: readonly string[],
  url: string,
): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(
    ensureBrowser(),
    [
      ...rawBrowserArgs,
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--no-default-browser-check',
      '--password-store=basic',
      ...args,
      url,
    ],
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const killWithUs = (): boolean => process.kill(-child.pid!, 'SIGKILL');
  process.once('exit', killWithUs); // a row that exceeded its time
  child.once('close', () => process.off('exit', killWithUs));
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [, found] = /DevTools listening on (ws:\S+)/.exec(said) ?? [];
      if (found) resolve(found);
    });
    child.once('close', () => reject(new Error(`Chromium ended: ${said}`)));
  });
  return { child, address };
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('close', resolve));
  process.kill(-child.pid!, 'SIGKILL');
  await ended;
}

function remove(profile: string): void {
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
