import { readFile, stat } from 'node:fs/promises';
import { extname, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Hono, type Context } from 'hono';
import { serveDocsSite } from './docs-site.ts';
import { libraryAt } from './library/bundle.ts';
import { pagePolicy } from './page-policy.ts';
import { pageScriptAt } from './page-script.ts';
import { listen, type Listening } from './platform/listen.ts';
import { preloadChunks } from './preload-chunks.ts';
import { putPartsIn } from './put-parts-in.ts';
import { sendResponse } from './send-response.ts';

export interface DemoServerOptions {
  /** Another one is taken when it is taken. Default: any free one. */
  readonly port?: number;
  /** The platform's base URL, which the pages find in the place of `{{baseUrl}}`. */
  readonly baseUrl: string;
  /** The domain, in the place of `{{domain}}`. */
  readonly domain: number | string;
  /**
   * The origin of the payment provider, in the place of `{{provider}}`. Without one nothing is
   * sold.
   */
  readonly provider?: string;
  /** What the forms of the documentation call: a domain without signed calls. Default: 743. */
  readonly unsignedDomain?: number;
  /** Names besides those of this machine under which the pages are served; others get 421. */
  readonly hosts?: readonly string[];
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  // Built, see `readServedFile`.
  '.ts': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

const demo = fileURLToPath(new URL('./', import.meta.url));
const pageFolder = resolve(demo, 'page') + sep;
const notFoundPage = resolve(demo, 'not-found.html');
const dist = fileURLToPath(new URL('../dist/', import.meta.url));

/**
 * Serves the demo: its pages, what they load from `demo/page/`, the built runtime under `/dist/`,
 * libraries under `/library/`, the documentation under `/docs/`.
 */
export function startDemoServer(options: DemoServerOptions): Promise<Listening> {
  const app = new Hono();
  const { origin } = new URL(options.baseUrl);
  serveDocsSite(app, { baseUrl: `${origin}/v3.1/${options.unsignedDomain ?? 743}` });
  app.get('/library/*', async (context) => {
    const library = await libraryAt(context.req.path);
    return library ? sendFile(context, library, types['.js']!) : context.text('Not found', 404);
  });
  app.get('*', async (context) => {
    const path = fileOf(context.req.path);
    const type = path && types[extname(path)];
    const file = type && (await readServedFile(path));
    if (!file) return sendNotFound(context, options);
    return type.startsWith('text/html')
      ? sendPage(context, Buffer.from(file.bytes).toString('utf8'), options)
      : sendFile(context, file, type, { 'Access-Control-Allow-Origin': '*' });
  });
  return listen(app, options.port ?? 0, options.hosts);
}

/** A file as it is sent, and what changes with its content. */
interface ServedFile {
  readonly bytes: Uint8Array;
  readonly etag: string;
}

const sendFile = (
  context: Context,
  { bytes, etag }: ServedFile,
  type: string,
  headers: Record<string, string> = {},
): Response =>
  sendResponse(context, new Uint8Array(bytes), { 'Content-Type': type, ETag: etag, ...headers });

async function sendPage(
  context: Context,
  source: string,
  { baseUrl, domain, provider = '' }: DemoServerOptions,
  status = 200,
): Promise<Response> {
  const platform = new URL(baseUrl).origin;
  const address = context.req.url.slice(new URL(context.req.url).origin.length);
  const page = await preloadChunks(await putPartsIn(source, address));
  const values = {
    baseUrl,
    domain: String(domain),
    persistence: persistenceOf(context),
    provider,
    platform,
    report: `${platform}/__report`,
  };
  // A page that sells nothing has no business with the provider.
  const sellingThrough = page.includes('{{provider}}') ? provider : '';
  const headers = {
    'Content-Type': types['.html']!,
    'Content-Security-Policy': pagePolicy({
      path: context.req.path,
      platform,
      provider: sellingThrough,
      hasElements: page.includes('<usher-'),
    }),
  };
  return sendResponse(context, fill(page, values), headers, status);
}

/** A viewer gets a page of the site. What pages load gets a line of text. */
async function sendNotFound(context: Context, options: DemoServerOptions): Promise<Response> {
  if (!isNavigation(context)) return context.text('Not found', 404);
  return sendPage(context, await readFile(notFoundPage, 'utf8'), options, 404);
}

/** Browsers do not say the mode to a server of another machine without HTTPS. */
function isNavigation(context: Context): boolean {
  const mode = context.req.header('Sec-Fetch-Mode');
  if (mode) return mode === 'navigate';
  return Boolean(context.req.header('Accept')?.includes('text/html'));
}

/**
 * The file of an address, when it is one that is served: a page of `demo/`, what lies in
 * `demo/page/`, the build in `dist/`.
 */
function fileOf(path: string): string | undefined {
  if (path.startsWith('/dist/')) return within(dist, path.slice('/dist/'.length));
  if (path.startsWith('/page/')) return within(pageFolder, path.slice('/page/'.length));
  const page = path === '/' ? 'index.html' : path.slice(1);
  if (!/^[\w-]+\.html$/.test(page)) return undefined;
  const file = within(demo, page);
  return file === notFoundPage ? undefined : file;
}

/** An address must not lead out of its folder. */
function within(folder: string, path: string): string | undefined {
  const file = resolve(folder, path);
  return file.startsWith(folder) ? file : undefined;
}

/** The scripts of the pages are built on their way; nothing else in TypeScript is served. */
async function readServedFile(path: string): Promise<ServedFile | undefined> {
  if (path.startsWith(pageFolder) && /\.ts(?:\.map)?$/.test(path)) return pageScriptAt(path);
  if (extname(path) === '.ts') return undefined;
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  const { mtimeMs, size } = found;
  return {
    bytes: await readFile(path),
    etag: `"${Math.round(mtimeMs).toString(36)}-${size.toString(36)}"`,
  };
}

/** What the viewer has chosen by the page's privacy control, which keeps it in a cookie. */
function persistenceOf(context: Context): string {
  return context.req.header('Cookie')?.split('; ').includes('lantern-row-remember=no')
    ? 'none'
    : 'device';
}

function fill(page: string, values: Readonly<Record<string, string>>): string {
  return page.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}
