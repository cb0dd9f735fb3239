import { readFile } from 'node:fs/promises';
import { extname, resolve, sep } from 'node:path';
import { listenOnLoopback } from './loopback.ts';
import type { Patch } from './page-patches.ts';
import { viewerScript } from './viewer-script.ts';

export interface TestPage {
  /** Attributes of the script tag, by the names of `dataset`; without them the page has none. */
  readonly tag?: Readonly<Record<string, string>>;
  /** Patches that run before any other script, in this order. */
  readonly patches?: readonly Patch[];
  /** Headers of the page itself. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The whole page, instead of all other options. */
  readonly html?: string;
  /** More of the head, after the script tag. */
  readonly head?: string;
}

export interface PageServer {
  /** Adds a page, at a new path unless one is given. Returns the path. */
  readonly add: (page: TestPage, path?: string) => string;
  /** The page at a path. */
  readonly at: (path: string) => TestPage | undefined;
  /**
   * The server's address: the loopback address, `localhost` (another site), or a name that the
   * browser resolves.
   */
  readonly origin: (host?: string) => string;
  /** The fetched paths, in order. */
  readonly fetched: readonly string[];
  readonly close: () => Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
};

/**
 * Serves test pages and a build, under any of its names.
 * @param folder of the build that pages load
 */
export async function startPageServer(folder = 'dist/cdn'): Promise<PageServer> {
  const dist = resolve(folder);
  const pages = new Map<string, TestPage>([['/blank', {}]]);
  const fetched: string[] = [];
  const loopback = await listenOnLoopback((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://any');
    fetched.push(request.url ?? '');
    const page = pages.get(pathname);
    if (page) {
      response
        .writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'max-age=0',
          ...page.headers,
        })
        .end(render(page));
      return;
    }
    void readBuilt(dist, pathname).then((bytes) => {
      const type = types[extname(pathname)] ?? 'text/plain';
      response
        .writeHead(bytes ? 200 : 404, {
          'content-type': type,
          'access-control-allow-origin': '*',
          'cache-control': bytes ? 'max-age=3600' : 'no-store',
        })
        .end(bytes);
    });
  });
  return {
    add(page, path = `/page-${pages.size}`) {
      pages.set(path, page);
      return path;
    },
    at: (path) => pages.get(path),
    origin: (host = '127.0.0.1') => `http://${host}:${loopback.port}`,
    fetched,
    close: loopback.stop,
  };
}

async function readBuilt(dist: string, path: string): Promise<Buffer | undefined> {
  const file = resolve(dist, path.slice('/dist/'.length));
  return path.startsWith('/dist/') && file.startsWith(dist + sep)
    ? readFile(file).catch(() => undefined)
    : undefined;
}

function render({ html, tag, patches = [], head = '', body = '' }: TestPage): string {
  if (html !== undefined) return html;
  const attributes = Object.entries(tag ?? {}).map(
    ([name, value]) =>
      ` data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${value}"`,
  );
  return [
    '<!doctype html><meta charset="utf-8"><title>Test page</title><link rel="icon" href="data:,">',
    ...patches.map((patch) => `<script>${patch}</script>`),
    `<script>${viewerScript}</script>`,
    tag ? `<script type="module" async src="/dist/usher.js"${attributes.join('')}></script>` : '',
    head,
    body,
  ].join('\n');
}
