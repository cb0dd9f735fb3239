import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { listen } from '../origins.mjs';

/** A page whose session is timed. */
export interface TimedPage {
  /** As `/keycloak-js.html`. */
  readonly path: string;
  /** What stands in its head: its script tags. */
  readonly head: string;
  /** Its scripts, by the path in the tag. */
  readonly scripts: ReadonlyMap<string, string>;
}

/** What a page says of itself once its session is usable. Times count from the navigation. */
export interface PageReport {
  readonly documentMs: number;
  readonly usableMs: number;
  /** The first request to the server. Absent: there was none. */
  readonly sentMs?: number;
  readonly failure?: string;
}

export interface PageServer {
  readonly url: string;
  readonly add: (page: TimedPage) => void;
  /** The report of the page that is opened next. */
  readonly nextReport: () => Promise<PageReport>;
  readonly close: () => Promise<void>;
}

/** For an entry in the list of requests that the browser writes after the answer. */
const reportAfterMs = 100;

/** Serves pages, and scripts that are compressed with brotli and may be kept for a year. */
export async function startPageServer(apiUrl: string): Promise<PageServer> {
  const pages = new Map<string, string>([['/blank.html', '<!doctype html><title>-</title>']]);
  const scripts = new Map<string, Buffer>();
  let take: (report: PageReport) => void = () => {};

  const { url, close } = await listen(
    async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const path = (request.url ?? '').split('?')[0]!;
      if (path === '/report') {
        const parts: Buffer[] = [];
        for await (const part of request) parts.push(part as Buffer);
        take(JSON.parse(Buffer.concat(parts).toString()) as PageReport);
        return void response.writeHead(204).end();
      }
      const script = scripts.get(path);
      if (script) return sendScript(response, script);
      const page = pages.get(path);
      if (page === undefined) return void response.writeHead(404).end();
      response
        .setHeader('Content-Type', 'text/html; charset=utf-8')
        .setHeader('Cache-Control', 'no-store')
        .end(page);
    },
  );
  return {
    url,
    add({ path, head, scripts: own }) {
      pages.set(path, documentOf(path, head, apiUrl));
      for (const [name, text] of own) scripts.set(name, brotliCompressSync(text));
    },
    nextReport: () =>
      new Promise((resolve) => {
        take = resolve;
      }),
    close,
  };
}

function sendScript(response: ServerResponse, content: Buffer): void {
  response
    .setHeader('Content-Type', 'text/javascript; charset=utf-8')
    .setHeader('Content-Encoding', 'br')
    .setHeader('Cache-Control', 'max-age=31536000, immutable')
    .end(content);
}

const documentOf = (path: string, head: string, apiUrl: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${path}</title>` +
  `<link rel="icon" href="data:,"><script>${reportScript(apiUrl)}</script>${head}` +
  `<h1>Films</h1><p>${'A row of films. '.repeat(200)}</p>`;

/** The same in every page, so that it costs each the same. */
const reportScript = (apiUrl: string): string => `
  const report = (more) => {
    const [{ responseEnd: documentMs }] = performance.getEntriesByType('navigation');
    const sentMs = performance.getEntriesByType('resource')
      .find(({ name }) => name.startsWith('${apiUrl}'))?.startTime;
    navigator.sendBeacon('/report', JSON.stringify({ documentMs, sentMs, ...more }));
  };
  let isUsable = false;
  const markUsable = () => {
    if (isUsable) return;
    isUsable = true;
    const usableMs = performance.now();
    setTimeout(() => report({ usableMs }), ${reportAfterMs});
  };
  const fail = (failure) => report({ usableMs: NaN, failure: String(failure) });
  addEventListener('error', ({ message }) => fail(message));
  addEventListener('unhandledrejection', ({ reason }) => fail(reason));`;
