import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { bundle } from './bundle.ts';
import { titleOf, usherEntry } from './libraries.ts';
import type { TimedPage } from './page-server.ts';
import type { Setup } from './setup.ts';
import type { StubRequest } from './stub-server.ts';

/** What is measured: a page, and what the table says of it. */
export interface Subject {
  readonly title: string;
  /** What the page does. */
  readonly words: string;
  readonly page: TimedPage;
  /** What a page loads before its session can begin, compressed. */
  readonly bytes: number;
  /** What the viewer's localStorage has before the first page. */
  readonly stored: Readonly<Record<string, unknown>>;
}

const usherDomain = 741;
const byTag = '/usher-tag.html';

/** Usher by its script tag, with the build's own files. */
export function createTagSubject(api: string): Subject {
  const dir = 'dist/cdn';
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  const scripts = new Map(
    names
      .filter((name) => name.endsWith('.js'))
      .map((name) => [`/cdn/${name}`, readFileSync(join(dir, name), 'utf8')]),
  );
  const head =
    `<script>(window.usher = window.usher || []).push((usher) => ${onReady});</script>` +
    `<script type="module" async src="/cdn/usher.js" data-base-url="${api}/v3.1/${usherDomain}"` +
    ` data-domain="${usherDomain}" data-gateway="desktop"></script>`;
  return {
    title: 'Usher, script tag',
    words: 'The script tag. The first page sends `session/init`, the next one sends nothing.',
    page: { path: byTag, head, scripts },
    bytes: brotliCompressSync(scripts.get('/cdn/usher.js')!).length,
    stored: {},
  };
}

const onReady = `usher.$session.subscribe(({ status }) => {
  if (status === 'ready') markUsable();
})`;

/** Usher by its module, in a bundle of the page. */
export const createModuleSubject = (folder: string, api: string): Promise<Subject> =>
  createBundled(folder, {
    title: 'Usher, module',
    words: '`createUsher` with `start: true` in a bundle. It sends what the script tag sends.',
    path: '/usher-module.html',
    module: `
      import { createUsher } from ${JSON.stringify(usherEntry)};
      const usher = createUsher({
        baseUrl: '${api}/v3.1/${usherDomain}',
        init: { gateway: 'desktop' },
        start: true,
      });
      ${onReady};`,
    stored: {},
  });

export const createPeerSubject = (folder: string, api: string, setup: Setup): Promise<Subject> =>
  createBundled(folder, {
    title: titleOf(setup.library),
    words: setup.words,
    path: `/${setup.library.replaceAll(/\W/g, '-')}.html`,
    module: setup.module(api),
    stored: setup.stored?.(api) ?? {},
  });

/** The request of Usher's first page, sent by `fetch` from a script of its own. */
export function createBareSubject(
  folder: string,
  api: string,
  request: StubRequest,
): Promise<Subject> {
  const init = {
    method: request.method,
    body: request.body,
    headers: { 'Content-Type': request.type },
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  };
  return createBundled(folder, {
    title: 'one `fetch`',
    words: 'A script of its own that sends the request of Usher’s first page on each page.',
    path: '/bare.html',
    module: `fetch(${JSON.stringify(api + request.path)}, ${JSON.stringify(init)})
      .then((response) => response.json())
      .then(() => markUsable());`,
    stored: {},
  });
}

interface BundledPage extends Pick<Subject, 'title' | 'words' | 'stored'> {
  readonly path: string;
  readonly module: string;
}

async function createBundled(
  folder: string,
  { title, words, stored, path, module }: BundledPage,
): Promise<Subject> {
  const { scripts, entry, loadedAtOnce } = await bundle(folder, module);
  const root = path.replace('.html', '/');
  // As the build tools for pages write it: a page requests all files of its entry at once.
  const preloads = loadedAtOnce
    .slice(1)
    .map((name) => `<link rel="modulepreload" href="${root}${name}">`);
  const head = `${preloads.join('')}<script type="module" async src="${root}${entry}"></script>`;
  const bytesOf = (name: string): number => brotliCompressSync(scripts.get(name)!).length;
  return {
    title,
    words,
    stored,
    page: { path, head, scripts: new Map([...scripts].map(([name, text]) => [root + name, text])) },
    bytes: loadedAtOnce.reduce((sum, name) => sum + bytesOf(name), 0),
  };
}
