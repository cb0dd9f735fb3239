import { spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { extname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context, Hono } from 'hono';
import { isSiteFresh } from '../docs/site/build/fingerprint.ts';
import { lastSiteFolder, siteFolder } from '../docs/site/build/paths.ts';
import { sendResponse } from './send-response.ts';

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

const buildScript = fileURLToPath(new URL('../docs/site/build.ts', import.meta.url));
const folder = resolve(siteFolder) + sep;

/** A build of the site, and how it ended. */
interface SiteBuild {
  status: 'running' | 'done' | 'failed';
}

/** The last build. It is made when a page is first asked for, and never twice at a time. */
let lastBuild: SiteBuild | undefined;

/** Looking through all sources for a change takes a moment: not for each file of a page. */
const CHECK_AGAIN_MS = 10_000;
let checkedAt = -CHECK_AGAIN_MS;

/**
 * Serves the site of the documentation under `/docs/`. A site that is missing or old is built in
 * the background, when its first page is asked for. An old one is served meanwhile.
 * @param baseUrl A domain of the platform whose calls are not signed, for the forms of the endpoints.
 */
export function serveDocsSite(app: Hono, baseUrl: string): void {
  const { origin } = new URL(baseUrl);
  app.get('/docs', (context) => context.redirect('/docs/'));
  app.get('/docs/platform.json', (context) =>
    sendResponse(context, JSON.stringify({ baseUrl }), { 'Content-Type': types['.json']! }),
  );
  app.get('/docs/*', async (context) => {
    const path = fileOf(context.req.path);
    const type = path && types[extname(path)];
    if (!type) return context.text('Not found', 404);
    if (extname(path) === '.html') buildWhenOld();
    const file = (await readBuilt(path)) ?? (await readBuilt(lastPathOf(path)));
    if (file) return sendPage(context, file, type, origin);
    return (await readBuilt(`${folder}index.html`))
      ? context.text('Not found', 404)
      : sendWaitingPage(context);
  });
}

/** The file of an address. It must not lead out of the folder. */
function fileOf(address: string): string | undefined {
  const path = address.slice('/docs/'.length);
  const file = resolve(folder, path === '' || path.endsWith('/') ? `${path}index.html` : path);
  return file.startsWith(folder) ? file : undefined;
}

/** A page that is open loads its files of the build that it came from. */
const lastPathOf = (path: string): string => resolve(lastSiteFolder, relative(folder, path));

async function readBuilt(path: string): Promise<{ bytes: Uint8Array; etag: string } | undefined> {
  try {
    const { mtimeMs, size } = await stat(path);
    const etag = `"${Math.round(mtimeMs).toString(36)}-${size.toString(36)}"`;
    return { bytes: await readFile(path), etag };
  } catch {
    return undefined; // There is no such file, or a new build has just replaced it.
  }
}

/** Builds the site in a process of its own, so that the demo goes on answering. */
function buildWhenOld(): void {
  if (lastBuild?.status === 'running' || performance.now() - checkedAt < CHECK_AGAIN_MS) return;
  checkedAt = performance.now();
  if (isSiteFresh()) return;
  const child = spawn(process.execPath, ['--import', 'tsx', buildScript], { stdio: 'ignore' });
  const build: SiteBuild = { status: 'running' };
  lastBuild = build;
  const stop = (): void => void child.kill();
  process.once('exit', stop);
  child.once('error', () => {
    build.status = 'failed';
  });
  child.once('close', (code) => {
    build.status = code === 0 ? 'done' : 'failed';
    process.off('exit', stop);
  });
}

const sendPage = (
  context: Context,
  { bytes, etag }: { bytes: Uint8Array; etag: string },
  type: string,
  platform: string,
): Response =>
  sendResponse(context, new Uint8Array(bytes), {
    'Content-Type': type,
    ETag: etag,
    'Content-Security-Policy': securityPolicy(platform),
  });

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
<p>${
    hasFailed
      ? '<code>npm run docs</code> says why.'
      : 'It takes about half a minute. This page loads itself again.'
  }</p>
<p>The same pages are in the folder <code>docs/</code> of the repository.</p>
</body>
</html>
`;
}

const sendWaitingPage = (context: Context): Response =>
  sendResponse(
    context,
    waitingPage(lastBuild?.status === 'failed'),
    { 'Content-Type': types['.html']!, 'Content-Security-Policy': "default-src 'none'" },
    503,
  );
