import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { transformSync } from 'esbuild';
import { parseModule } from '../support/source-tree.ts';

const scripts = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.js'),
);
const cdnScripts = scripts.filter((path) => path.startsWith('cdn/'));
const read = (path: string): string => readFileSync(`dist/${path}`, 'utf8');

/**
 * What esbuild makes of a script for an engine: the same for two engines when both parse the script
 * as it is.
 */
const compiled = (path: string, target: string): string =>
  transformSync(read(path), { target }).code;

test('the package holds the build and its papers, nothing else', () => {
  const [{ files }] = JSON.parse(
    // Without its script, which builds: other tests read the build now.
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as [{ files: { path: string }[] }];
  const paths = files.map(({ path }) => path);
  const papers = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'SECURITY.md'];
  expect(paths).toEqual(
    expect.arrayContaining([
      ...papers,
      'dist/index.js',
      'dist/index.d.ts',
      'dist/elements.js',
      'dist/elements.d.ts',
      'dist/elements-react.d.ts',
      'dist/react.js',
      'dist/react.d.ts',
      'dist/dialect.js',
      'dist/dialect.d.ts',
      'dist/testing.js',
      'dist/testing.d.ts',
      'dist/cdn/usher.js',
      'dist/cdn/return.html',
      'dist/cdn/return.js',
      'dist/cdn/integrity.json',
    ]),
  );
  const known =
    /^(?:docs\/[\w-]+\.md|docs\/images\/[\w-]+\.(?:png|svg))$|^dist\/(index\.d\.ts|elements(?:-react)?\.d\.ts|react\.d\.ts|dialect\.d\.ts|testing\.d\.ts|openapi\.json|cdn\/integrity\.json|cdn\/return\.html|(cdn\/)?(chunks\/)?[\w-]+\.js(\.map)?)$/;
  expect(paths.filter((path) => !papers.includes(path) && !known.test(path))).toEqual([]);
});

test('the published manifest runs nothing when it is installed, and configures no hooks', () => {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>;
  };
  const onInstall = ['preinstall', 'install', 'postinstall', 'prepare'];
  expect(onInstall.filter((name) => name in manifest.scripts)).toEqual([]);
  expect(Object.keys(manifest).filter((name) => /hooks|staged/.test(name))).toEqual([]);
});

test('every script parses in the oldest promised engines', () => {
  for (const path of scripts) expect(compiled(path, 'es2020'), path).toBe(compiled(path, 'esnext'));
});

test('the first line of the file for pages says how its tag is written', () => {
  // A tag without a type gets a syntax error from the browser, which leads there.
  expect(read('cdn/usher.js').split('\n')[0]).toContain('<script type="module"');
});

test('nothing is left in the scripts for a bundler to replace', () => {
  for (const path of scripts) expect(read(path), path).not.toMatch(/\bprocess\.|__VERSION__/);
  const targets = cdnScripts.flatMap((path) =>
    parseModule(path, read(path)).imports.map(({ target }) => target),
  );
  expect(targets.filter((target) => !cdnScripts.includes(target))).toEqual([]);
});

test('no page loads the runtime for tests', () => {
  for (const path of scripts.filter((each) => each !== 'testing.js')) {
    expect(read(path), path).not.toContain('createFakeUsher');
  }
});

test('the integrity manifest names every script of the CDN with its hash', () => {
  const hashes = cdnScripts.map((path) => [
    path.slice('cdn/'.length),
    `sha384-${createHash('sha384').update(read(path)).digest('base64')}`,
  ]);
  expect(JSON.parse(read('cdn/integrity.json'))).toEqual(Object.fromEntries(hashes));
});

const entries = {
  'index.js': 'createUsher',
  'cdn/usher.js': 'createUsher',
  'dialect.js': 'defaultDialect',
  'testing.js': 'createFakeUsher',
  'elements.js': 'defineElements',
  'react.js': 'useUser',
};
/** What importing an entry adds to the globals. lit brings a registry for servers. */
const globals: Readonly<Record<string, string[]>> = {
  'dialect.js': [],
  'elements.js': [
    'litServerRoot',
    'customElements',
    'litPropertyMetadata',
    'reactiveElementVersions',
    'litHtmlVersions',
    'litElementVersions',
  ],
};

for (const [entry, name] of Object.entries(entries)) {
  test(`importing ${entry} changes nothing, on a server too`, () => {
    const program = `
      const before = Reflect.ownKeys(globalThis);
      const { ${name}: value } = await import(${JSON.stringify(new URL(`../../dist/${entry}`, import.meta.url).href)});
      const added = Reflect.ownKeys(globalThis).filter((key) => !before.includes(key)).map(String);
      console.log(JSON.stringify({ type: typeof value, added, handles: process.getActiveResourcesInfo().filter((name) => /Timeout|TCP|Port/.test(name)) }));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      timeout: 10_000,
    });
    expect(JSON.parse(output)).toEqual({
      type: entry === 'dialect.js' ? 'object' : 'function',
      added: globals[entry] ?? ['nanostoresGlobal'],
      handles: [],
    });
  });
}
