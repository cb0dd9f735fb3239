import { readFile, stat } from 'node:fs/promises';
import { extname, resolve, sep } from 'node:path';
import type { Context, Hono } from 'hono';
import { lastSiteFolder, siteFolder } from '../docs/site/build/paths.ts';
import { sendResponse } from './send-response.ts';
import { createSiteBuilder, type SiteBuilder } from './site-builder.ts';

export interface DocsSiteOptions {
  /** A domain of the platform whose calls are not signed, for the forms of the endpoints. */
  readonly baseUrl: string;
  /** Where the built site is. Default: `.site/html/`. */
  readonly folder?: string;
  /** Where the site before that is. Default: `.site/last/`. */
  readonly lastFolder?: string;
  readonly builder?: SiteBuilder;
}

interface SiteFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly etag: string;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/**
 * Serves the site of the documentation under `/docs/`. A site that is missing or old is built in
 * the background, when a page is asked for. An old one is served meanwhile.
 */
export function serveDocsSite(app: Hono, options: DocsSiteOptions): void {
  const { baseUrl, folder = siteFolder, lastFolder = lastSiteFolder } = options;
  const builder = options.builder ?? createSiteBuilder();
  const { origin } = new URL(baseUrl);
  app.get('/docs', (context) => context.redirect('/docs/'));
  app.get('/docs/platform.json', (context) =>
    sendResponse(context, JSON.stringify({ baseUrl }), { 'Content-Type': types['.json']! }),
  );
  app.get('/docs/*', async (context) => {
    const path = context.req.path.slice('/docs/'.length) || 'index.html';
    const name = path.endsWith('/') ? `${path}index.html` : path;
    if (extname(name) === '.html') builder.buildWhenOld();
    // A page that is open loads its scripts of the build that it came from.
    const isAsset = name.startsWith('assets/');
    const file =
      (await readIn(folder, name)) ?? (isAsset ? await readIn(lastFolder, name) : undefined);
    if (file) return sendFile(context, file, origin);
    const missing = await readIn(folder, '404.html');
    return missing ? sendFile(context, missing, origin, 404) : sendWaitingPage(context, builder);
  });
}

/** A file of a folder. An address must not lead out of it. */
async function readIn(folder: string, name: string): Promise<SiteFile | undefined> {
  const path = resolve(folder, name);
  const type = types[extname(path)];
  if (!type || !path.startsWith(resolve(folder) + sep)) return undefined;
  try {
    const { mtimeMs, size } = await stat(path);
    const etag = `"${Math.round(mtimeMs).toString(36)}-${size.toString(36)}"`;
    return { bytes: new Uint8Array(await readFile(path)), type, etag };
  } catch {
    return undefined; // There is no such file, or a new build has just replaced it.
  }
}

const sendFile = (
  context: Context,
  { bytes, type, etag }: SiteFile,
  platform: string,
  status = 200,
): Response =>
  sendResponse(
    context,
    bytes,
    {
      'Content-Type': type,
      'Content-Security-Policy': securityPolicy(platform),
      ...(status === 200 && { ETag: etag }),
    },
    status,
  );

/** What a page of the site may do: run and style by its own files, and call the platform. */
const securityPolicy = (platform: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${platform}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Shown until the first build is complete, or where it failed. */
function waitingPage(hasFailed: boolean): string {
  const title = `The documentation ${hasFailed ? 'could not be' : 'is being'} built`;
  const text = hasFailed
    ? '<code>npm run docs</code> says why.'
    : 'It takes about half a minute. This page loads itself again.';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
${hasFailed ? '' : '<meta http-equiv="refresh" content="2">'}
<title>${title}</title>
</head>
<body>
<h1>${title}</h1>
<p>${text}</p>
<p>The same pages are in the folder <code>docs/</code> of the repository.</p>
</body>
</html>
`;
}

const sendWaitingPage = (context: Context, { hasFailed }: SiteBuilder): Response =>
  sendResponse(
    context,
    waitingPage(hasFailed),
    { 'Content-Type': types['.html']!, 'Content-Security-Policy': "default-src 'none'" },
    503,
  );
