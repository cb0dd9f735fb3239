import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { openApiDocument } from '../../demo/platform/openapi/document.ts';
import {
  addressesOf,
  idsOf,
  readSiteFile,
  siteFiles,
  sitePages,
} from '../fixtures/package/built-site.ts';

test.describe.configure({ mode: 'serial' });

/** Where the base of the site leads; any other address of this origin is not on the site. */
const base = 'http://site.test/docs/';

test.beforeAll(() => {
  test.setTimeout(300_000);
  execFileSync(process.execPath, ['--import', 'tsx', 'docs/site/build.ts'], { stdio: 'ignore' });
});

/** Why an address of a page leads nowhere; `undefined` where it leads somewhere. */
function problemOf(
  page: string,
  address: string,
  files: ReadonlySet<string>,
  ids: (path: string) => ReadonlySet<string>,
): string | undefined {
  const { href, hash, origin, pathname } = new URL(address, base + page);
  if (origin !== 'http://site.test') return undefined;
  if (href === 'http://site.test/') return undefined; // the demo, which serves the site
  if (!href.startsWith(base)) return `${page}: ${address} is not on the site`;
  const path = decodeURI(pathname.slice('/docs/'.length));
  const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
  if (!files.has(file)) return `${page}: there is no ${file}`;
  if (hash === '' || !file.endsWith('.html')) return undefined;
  const anchor = decodeURIComponent(hash.slice(1));
  return ids(file).has(anchor) ? undefined : `${page}: ${file} has no #${anchor}`;
}

/** The anchors of a page, read once. */
function createAnchors(): (path: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  return (path) => {
    const ids = known.get(path) ?? idsOf(readSiteFile(path));
    known.set(path, ids);
    return ids;
  };
}

test('@main every link of the built site leads to a file, and to an anchor in it', () => {
  const files = siteFiles();
  const ids = createAnchors();
  const problems = sitePages().flatMap((page) =>
    [...new Set(addressesOf(readSiteFile(page)))].flatMap(
      (address) => problemOf(page, address, files, ids) ?? [],
    ),
  );
  expect(problems).toEqual([]);
  expect(problemOf('errors.html', '/docs/none.html', files, ids)).toContain(
    'there is no none.html',
  );
  expect(problemOf('errors.html', '#none', files, ids)).toContain('has no #none');
  expect(problemOf('errors.html', '/none', files, ids)).toContain('is not on the site');
});

test('@main no page of the built site has a script or a style of its own, or one of elsewhere', () => {
  for (const page of sitePages()) {
    const html = readSiteFile(page);
    expect(html, page).not.toMatch(/<script(?![^>]*\ssrc=)/);
    expect(html, page).not.toMatch(/<style|\sstyle="|\son\w+="/);
    expect(html, page).not.toMatch(/<(?:script|img|link)[^>]*(?:src|href)="https?:/);
  }
});

test('@main every endpoint of the OpenAPI document has a page with its fields', () => {
  const { paths } = openApiDocument() as {
    paths: Record<
      string,
      Record<string, { operationId: string; parameters?: { name?: string }[] }>
    >;
  };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  expect(operations.length).toBe(114);
  for (const { operationId, parameters = [] } of operations) {
    const html = readSiteFile(`endpoints/${operationId}.html`);
    expect(html, operationId).toContain('id="answer"');
    for (const { name } of parameters) {
      if (name) expect(html, operationId).toContain(`<code>${name}</code>`);
    }
  }
});

test('@main llms.txt names every page of the guide and every endpoint, as Markdown', () => {
  const list = readSiteFile('llms.txt');
  const files = siteFiles();
  const linked = [...list.matchAll(/\]\(\/docs\/([^)]*)\)/g)].map(([, path = '']) => path);
  expect(linked.filter((path) => path.endsWith('.md') && !files.has(path))).toEqual([]);
  const pages = sitePages().filter((path) => !path.startsWith('api/') && path !== 'index.html');
  expect(pages.map((path) => path.replace('.html', '.md')).sort()).toEqual(
    linked.filter((path) => path.endsWith('.md')).sort(),
  );
  const full = readSiteFile('llms-full.txt');
  expect(full).toContain('# The script tag');
  expect(full).toContain('# payment/preparetransaction');
  expect(full).not.toContain('<TryEndpoint');
});
