import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { Hono } from 'hono';
import { serveDocsSite } from '../../demo/docs-site.ts';
import { createSiteBuilder } from '../../demo/site-builder.ts';

const baseUrl = 'http://127.0.0.1:4174/v3.1/743';

/** A server of a site in a folder of the test; its builds are only counted. */
function createServer(folder: string, hasFailed = false) {
  const app = new Hono();
  let builds = 0;
  const builder = { hasFailed, buildWhenOld: () => void (builds += 1) };
  serveDocsSite(app, { baseUrl, folder: `${folder}/html`, lastFolder: `${folder}/last`, builder });
  return { get: async (path: string) => app.request(path), builds: () => builds };
}

const write = (folder: string, path: string, text: string): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
};

test('without a built site a page says that it is being built, and a build starts', async ({}, {
  outputDir,
}) => {
  const server = createServer(outputDir);
  const answer = await server.get('/docs/errors.html');
  expect(answer.status).toBe(503);
  const page = await answer.text();
  expect(page).toContain('is being built');
  expect(page).toContain('http-equiv="refresh"');
  expect(server.builds()).toBe(1);
});

test('a build that failed is not waited for', async ({}, { outputDir }) => {
  const page = await (await createServer(outputDir, true).get('/docs/')).text();
  expect(page).toContain('could not be built');
  expect(page).not.toContain('refresh');
});

test('a built site is served with its policy, and nothing outside of its folder', async ({}, {
  outputDir,
}) => {
  write(outputDir, 'html/index.html', 'home');
  write(outputDir, 'html/404.html', 'missing');
  write(outputDir, 'secret.html', 'secret');
  const { get } = createServer(outputDir);
  const home = await get('/docs/');
  expect([home.status, await home.text()]).toEqual([200, 'home']);
  const policy = home.headers.get('content-security-policy')!;
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("connect-src 'self' http://127.0.0.1:4174;");
  expect(policy).not.toContain('unsafe');
  for (const path of ['/docs/none.html', '/docs/%2e%2e/secret.html', '/docs/..%2fsecret.html']) {
    const answer = await get(path);
    expect([answer.status, await answer.text()], path).toEqual([
      404,
      expect.stringMatching(/missing|Not Found/),
    ]);
  }
  expect(await (await get('/docs/platform.json')).json()).toEqual({ baseUrl });
});

test('a page that is open gets the scripts of the build that it came from', async ({}, {
  outputDir,
}) => {
  write(outputDir, 'html/404.html', 'missing');
  write(outputDir, 'last/assets/app.old.js', 'old');
  write(outputDir, 'last/gone.html', 'gone');
  const { get } = createServer(outputDir);
  expect(await (await get('/docs/assets/app.old.js')).text()).toBe('old');
  expect((await get('/docs/gone.html')).status).toBe(404);
});

test('a build is started where the site is old, once at a time, and its failure is known', async ({}, {
  outputDir,
}) => {
  write(outputDir, 'fails.ts', 'process.exit(3);');
  const fresh = createSiteBuilder(join(outputDir, 'none.ts'), () => true);
  fresh.buildWhenOld();
  expect(fresh.hasFailed).toBe(false);
  let looks = 0;
  const failing = createSiteBuilder(join(outputDir, 'fails.ts'), () => {
    looks += 1;
    return false;
  });
  failing.buildWhenOld();
  failing.buildWhenOld();
  expect(looks).toBe(1);
  await expect.poll(() => failing.hasFailed).toBe(true);
});
