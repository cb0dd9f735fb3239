// WebKitGTK by WebDriver: one driver and one browser with a fresh profile for each session.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from './free-port.mjs';
import { ensureWebKit } from './webkit.mjs';

/** How long a driver may take to listen, and a page to show what is waited for. */
const PATIENCE_MS = 20_000;
/** The longest that a command takes. A browser that hangs while it starts never answers. */
const COMMAND_LIMIT_MS = 25_000;
/** How often a browser is started at most, until one answers. */
export const MOST_STARTS = 3;
/** The key under which WebDriver names an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/**
 * Starts a screen without a monitor; each `open()` is a browser of its own on it.
 * `close()` ends the screen and every browser that is still open.
 */
export async function startWebKit() {
  const paths = ensureWebKit();
  const screen = spawn(
    paths.screen,
    ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const display = await Promise.race([
    once(screen.stdio[3], 'data'),
    once(screen, 'exit').then(() => {
      throw new Error('Xvfb did not start');
    }),
  ]);
  const opened = new Set();
  const endAll = () => {
    screen.kill();
    opened.forEach(endGroup);
  };
  process.once('exit', endAll);
  return {
    /** Once in a while a browser hangs while it starts: another one takes its place. */
    async open() {
      for (let start = 1; ; start++) {
        try {
          return await startBrowser();
        } catch (error) {
          if (start === MOST_STARTS) throw error;
          console.warn(`WebKitGTK is started again: ${error.message}`);
        }
      }
    },
    close() {
      process.off('exit', endAll);
      endAll();
    },
  };

  async function startBrowser() {
    const port = await findFreePort();
    const env = {
      ...process.env,
      DISPLAY: `:${String(display).trim()}`,
      GDK_BACKEND: 'x11',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    };
    const driver = spawn(paths.driver, ['--host=127.0.0.1', `--port=${port}`], {
      stdio: 'ignore',
      env,
      // A group of its own, so that a browser that hangs ends with it.
      detached: true,
    });
    opened.add(driver);
    return openSession({
      url: `http://127.0.0.1:${port}`,
      browser: paths.browser,
      end: () => opened.delete(driver) && endGroup(driver),
    });
  }
}

async function openSession({ url, browser, end }) {
  let sessionId;
  const command = (method, path, body) => send(url, method, `/session/${sessionId}${path}`, body);
  let first;
  try {
    sessionId = await beginSession(url, browser);
    first = await command('GET', '/window');
  } catch (error) {
    end();
    throw error;
  }
  return {
    page: pageOf(command, first, first),
    async close() {
      await command('DELETE', '').catch(() => {});
      end();
    },
    /** Ends a browser that does not answer any more. */
    kill: end,
  };
}

/** Ends a driver with its browser. */
function endGroup({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

async function beginSession(url, browser) {
  await until(() => send(url, 'GET', '/status'));
  const options = { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } };
  const { sessionId } = await send(url, 'POST', '/session', {
    capabilities: { alwaysMatch: options },
  });
  return sessionId;
}

/**
 * A window of the browser, by the names that Playwright's `Page` uses. Only one window is driven at
 * a time.
 */
function pageOf(command, handle, opener) {
  let lastUrl = '';
  const evaluate = (run, ...args) =>
    command('POST', '/execute/sync', { script: `return (${run}).apply(null, arguments)`, args });
  const find = async (selector) => {
    const element = await evaluate(findElement, selector);
    if (!element) throw new Error(`The page has no ${selector}`);
    return element;
  };
  const onElement = async (selector, path, body = {}) =>
    command('POST', `/element/${(await find(selector))[ELEMENT]}${path}`, body);
  const page = {
    url: () => lastUrl,
    context: () => ({ newPage: () => openWindow(command, opener) }),
    async goto(url) {
      await command('POST', '/url', { url });
      lastUrl = url;
    },
    /** Runs a function in the page; what it gives is sent as JSON. */
    evaluate,
    /** Waits until it is there and can be clicked. */
    click: (selector) => until(() => onElement(selector, '/click')),
    /** Types; `\uE007` is the Enter key. */
    type: (selector, text) => until(() => onElement(selector, '/value', { text })),
    /** Does something inside a frame, once that is there. */
    async inFrame(selector, act) {
      await until(async () => command('POST', '/frame', { id: await find(selector) }));
      await act();
      await command('POST', '/frame', { id: null });
    },
    /** Resolves when the address is as wanted. */
    async waitForURL(isWanted) {
      await until(async () => {
        lastUrl = await command('GET', '/url');
        if (!isWanted(new URL(lastUrl))) throw new Error(`Still at ${lastUrl}`);
      });
    },
    async close() {
      await command('DELETE', '/window');
      await command('POST', '/window', { handle: opener });
    },
  };
  return page;
}

/** Runs in the page: the first element of the document or of an open shadow root. */
function findElement(selector) {
  const roots = [document];
  for (const root of roots) {
    const found = root.querySelector(selector);
    if (found) return found;
    roots.push(...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []));
  }
  return null;
}

async function openWindow(command, opener) {
  const { handle } = await command('POST', '/window/new', { type: 'tab' });
  await command('POST', '/window', { handle });
  return pageOf(command, handle, opener);
}

async function send(url, method, path, body) {
  const signal = AbortSignal.timeout(COMMAND_LIMIT_MS);
  const sent = { method, signal, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(url + path, sent).catch((error) => {
    throw new Error(`${method} ${path}: ${error.message}`, { cause: error });
  });
  const { value } = await response.json();
  if (value?.error) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
  return value;
}

/** Resolves when it works; rejects with its last error when it never does. */
async function until(attempt) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(20);
    }
  }
}
