import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { claimFolder } from '../../demo/claim-folder.ts';
import { startDemoServer } from '../../demo/server.ts';

const baseUrl = 'http://127.0.0.1:4174/v3.1/741';

test('a page has its addresses filled in, and a policy that allows only what it needs', async () => {
  const server = await startDemoServer({ baseUrl, domain: 741 });
  const response = await fetch(`${server.url}/`);
  const page = await response.text();
  expect(page).toContain(`data-base-url="${baseUrl}"`);
  expect(page).toContain('data-domain="741"');
  expect(page).not.toContain('{{');
  const policy = response.headers.get('Content-Security-Policy')!;
  for (const part of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self' http://127.0.0.1:4174",
    'media-src http://127.0.0.1:4174',
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ]) {
    expect(policy).toContain(part);
  }
  expect(policy).not.toMatch(/unsafe|\*/);
  expect(response.headers.get('Cache-Control')).toBe('no-cache');
  await server.close();
});

test('shared parts are in every page, and mark the link to the page itself', async () => {
  const server = await startDemoServer({ baseUrl, domain: 741 });
  const pageOf = async (path: string): Promise<string> => (await fetch(server.url + path)).text();
  for (const path of [
    '/',
    '/search.html',
    '/watch.html',
    '/tickets.html',
    '/browse.html',
    '/submit.html',
  ]) {
    const page = await pageOf(path);
    expect(page.match(/<header class="site-header">/g), path).toHaveLength(1);
    expect(page.match(/<footer class="site-footer">/g), path).toHaveLength(1);
    expect(page, path).toContain('<a href="/docs/">Documentation</a>');
    expect(page, path).not.toContain('{{');
  }
  const current = async (path: string): Promise<string[]> =>
    (await pageOf(path)).match(/href="[^"]*" aria-current="page"/g) ?? [];
  expect(await current('/')).toEqual(['href="/" aria-current="page"']);
  expect(await current('/submit.html')).toEqual(['href="/submit.html" aria-current="page"']);
  for (const path of ['/watch.html', '/browse.html?by=latest']) {
    expect(await current(path)).toEqual([]);
  }
  expect((await fetch(`${server.url}/part/header.html`)).status).toBe(404);
  await server.close();
});

test('only a page with a checkout may load the provider, and none without a provider', async () => {
  const provider = 'http://127.0.0.1:4175';
  const policyOf = async (url: string): Promise<string> =>
    (await fetch(url)).headers.get('Content-Security-Policy')!;
  const server = await startDemoServer({ baseUrl, domain: 741, provider });
  for (const page of ['watch', 'tickets']) {
    expect(await policyOf(`${server.url}/${page}.html`)).toContain(
      `script-src 'self' ${provider}; frame-src ${provider};`,
    );
    expect(await (await fetch(`${server.url}/${page}.html`)).text()).toContain(
      `<meta name="usher-provider" content="${provider}"`,
    );
  }
  for (const page of ['', 'search.html', 'return.html']) {
    expect(await policyOf(`${server.url}/${page}`)).not.toContain(provider);
  }
  await server.close();
  const another = await startDemoServer({ baseUrl, domain: 741 });
  expect(await policyOf(`${another.url}/watch.html`)).toContain(
    "script-src 'self'; frame-src 'none';",
  );
  expect(await (await fetch(`${another.url}/watch.html`)).text()).toContain(
    '<meta name="usher-provider" content=""',
  );
  await another.close();
});

test('one page alone may show another page of the site, and only that one may be shown', async () => {
  const provider = 'http://127.0.0.1:4175';
  const server = await startDemoServer({ baseUrl, domain: 741, provider });
  const policyOf = async (path: string): Promise<string> =>
    (await fetch(server.url + path)).headers.get('Content-Security-Policy')!;
  const [shows, isShown] = ["frame-src 'self'", "frame-ancestors 'self'"];
  for (const [path, expected] of [
    ['/break.html', [true, false]],
    ['/break-tab.html', [false, true]],
    ['/', [false, false]],
    ['/watch.html', [false, false]],
    ['/return.html', [false, false]],
  ] as const) {
    const policy = await policyOf(path);
    expect([policy.includes(shows), policy.includes(isShown)], path).toEqual(expected);
  }
  expect(await policyOf('/break.html')).toMatch(new RegExp(`connect-src [^;]* ${provider};`));
  expect(await policyOf('/watch.html')).not.toMatch(new RegExp(`connect-src [^;]* ${provider}`));
  await server.close();
});

test('only pages, their files and the build are served', async () => {
  const server = await startDemoServer({ baseUrl, domain: 741 });
  const status = async (path: string): Promise<number> => (await fetch(server.url + path)).status;
  expect(await status('/page/pages/front.ts')).toBe(200);
  expect(await status('/watch.html')).toBe(200);
  for (const path of [
    '/server.ts',
    '/start.ts',
    '/data/films.json',
    '/page/',
    '/page/tsconfig.json',
    '/page/..%2fserver.ts',
    '/page/%2e%2e/%2e%2e/package.json',
    '/dist/..%2f..%2fpackage.json',
    '/dist',
    '/nothing.html',
    '/package.json',
    '/%00.html',
  ]) {
    expect(await status(path), path).toBe(404);
  }
  const script = await fetch(`${server.url}/page/pages/front.ts`);
  expect(script.headers.get('Content-Type')).toContain('text/javascript');
  expect(await script.text()).not.toContain('import type');
  expect(
    (
      await fetch(`${server.url}/page/pages/front.ts`, {
        headers: { 'If-None-Match': script.headers.get('ETag')! },
      })
    ).status,
  ).toBe(304);
  await server.close();
});

test('two demos at once have their own folders', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'usher-folders-'));
  const first = await claimFolder(parent);
  const second = await claimFolder(parent);
  expect(second.path).not.toBe(first.path);
  await first.release();
  expect((await claimFolder(parent)).path).toBe(first.path);
  await rm(parent, { recursive: true });
});
