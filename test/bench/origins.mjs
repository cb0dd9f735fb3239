// The two origins of the session benchmark, both on loopback: one with the pages and scripts, one
// that answers init after a fixed time.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const READY = `(window.usher = window.usher || []).push((usher) => usher.$session.subscribe(({ status }) => {
  if (status === 'ready' && !window.__ready) window.__ready = performance.now();
}));`;
/** Put before each script: the time counts from its first statement. */
const START = 'window.__t0=performance.now();';
const TYPES = { js: 'text/javascript', html: 'text/html' };

/** A server on loopback, at any free port. */
export async function listen(handle) {
  const server = createServer(handle);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

const page = (title, ...scripts) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>${scripts.join('')}<h1>Films</h1><p>${'A row of films. '.repeat(200)}</p>`;

/** What an answer to init looks like to a page of domain 741. */
export function initAnswer() {
  const general = {
    cid: '3154455148505954051',
    isNewSession: 1,
    isUnique: 1,
    clid: 741,
    uid: 0,
    geocode: 'DE',
    gateway: 'desktop',
    language: 'de',
  };
  const device = {
    id: '9184',
    type: 'pc',
    browser: 'chromium',
    os: 'linux',
    domaintoken: 'abcd0123456789ABCDEF987654321',
  };
  const system = { clientstatus: 'active', sdkstatus: 'active', reporttoken: 'r=1&se=1893456000' };
  return JSON.stringify({
    metadata: { status: 200, apiversion: '3.1', verb: 'POST' },
    result: { general, device, system },
  });
}

/**
 * Answers every call like an init, `delayMs` after it came; keeps the requests. What ends like one
 * of `paths` answers by itself.
 */
export async function startApi(delayMs, paths = {}) {
  const requests = [];
  const body = initAnswer();
  const origin = await listen(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    requests.push({
      method: request.method,
      path: request.url,
      type: request.headers['content-type'],
      body: Buffer.concat(parts).toString(),
    });
    await sleep(delayMs);
    response.writeHead(200, {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers': '*',
      'Content-Type': 'application/json',
    });
    const path = Object.keys(paths).find((end) => request.url.split('?')[0].endsWith(end));
    if (path) await paths[path](response);
    else response.end(body);
  });
  return { ...origin, requests };
}

/**
 * The scripts of a build by their paths; read at once, so that a build meanwhile changes nothing.
 */
function readBuild(dir) {
  const paths = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.js'),
  );
  return Object.fromEntries(paths.map((path) => [path, readFileSync(`${dir}/${path}`, 'utf8')]));
}

/** The script tag of a build; one that has `runtime.js` is of two files, and no module. */
function tagOf(folder, scripts, apiUrl) {
  const attributes = `data-base-url="${apiUrl}/v3.1/741" data-domain="741" data-gateway="desktop"`;
  const isModule = !('runtime.js' in scripts);
  return isModule
    ? `<script type="module" async src="/${folder}/usher.js" ${attributes}></script>`
    : `<link rel="modulepreload" href="/${folder}/runtime.js"><script async src="/${folder}/usher.js" crossorigin ${attributes}></script>`;
}

/**
 * Each build has a page with its script tag; `/bare.html` sends `bareRequest`, the same by itself.
 */
export async function startPages(apiUrl, against) {
  const dirs = [
    { title: 'usher', file: 'usher.html', folder: 'cdn', dir: 'dist/cdn' },
    ...(against
      ? [{ title: 'the other build', file: 'other.html', folder: 'other', dir: against }]
      : []),
  ];
  const pages = {
    bareRequest: undefined,
    builds: dirs.map(({ title, file }) => ({ title, path: `/${file}` })),
  };
  const content = {
    '/bare.html': () => page('bare', '<script async src="/bare.js"></script>'),
    '/bare.js': () => START + bareScript(apiUrl, pages.bareRequest),
  };
  for (const { file, folder, dir } of dirs) {
    const scripts = readBuild(dir);
    const tag = tagOf(folder, scripts, apiUrl);
    content[`/${file}`] = () => page('usher', `<script>${READY}</script>`, tag);
    for (const [path, text] of Object.entries(scripts)) {
      content[`/${folder}/${path}`] = () => (path === 'usher.js' ? START + text : text);
    }
  }
  const origin = await listen((request, response) => {
    const body = content[request.url]?.();
    if (body === undefined) return response.writeHead(404).end();
    const type = TYPES[request.url.split('.').pop()];
    const cache = type === TYPES.html ? 'no-store' : 'max-age=3600';
    return response
      .writeHead(200, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': cache })
      .end(body);
  });
  return Object.assign(pages, origin);
}

function bareScript(apiUrl, { method, path, type, body }) {
  const init = {
    method,
    body,
    headers: { 'Content-Type': type },
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  };
  return `fetch(${JSON.stringify(apiUrl + path)}, ${JSON.stringify(init)}).then((r) => r.json()).then(() => { window.__ready = performance.now(); });`;
}
