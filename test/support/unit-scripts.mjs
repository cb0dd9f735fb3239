// The browser tests in few requests: a page gets a test file and all that it imports as one script.
// Each module on its own makes 250 requests a page, and these cost more than the tests.
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { build } from 'esbuild';

const FOLDER = '__libraries/';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/**
 * A module that is imported late is in the script too. It is evaluated when it is first asked for,
 * and comes in a later task, as over a network.
 */
const lateModules = `const { MessageChannel: LateChannel } = globalThis;
const lateModulesLoaded = new Set();
function loadLate(name) {
  if (lateModulesLoaded.has(name)) return Promise.resolve();
  return new Promise((resolve) => {
    const { port1, port2 } = new LateChannel();
    port1.onmessage = () => {
      lateModulesLoaded.add(name);
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });
}`;
/** How esbuild writes `import('./late.ts')` of a module in the same script. */
const lateImport = /Promise\.resolve\(\)\.then\(\(\) => (\(?init_(\w+)\()/g;

const findTests = () =>
  readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => `test/${path}`);

/** Addresses that the server answers, and the libraries of the tests, stay outside of a script. */
const outside = {
  name: 'outside',
  setup({ onResolve }) {
    onResolve({ filter: /^(chai|sinon)$/ }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path: `/${FOLDER}${path}.js`, external: true },
    );
    onResolve({ filter: /^\// }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path, external: true },
    );
  },
};

async function bundle(entryPoints, options = {}) {
  const { outputFiles } = await build({
    entryPoints,
    bundle: true,
    format: 'esm',
    outdir: '.',
    outbase: '.',
    target: 'esnext',
    tsconfig: 'tsconfig.json',
    conditions: ['browser', 'development'],
    mainFields: ['browser', 'module', 'main'],
    // What is imported only to be loaded stays.
    ignoreAnnotations: true,
    define: {
      'process.env.NODE_ENV': '"development"',
      __VERSION__: JSON.stringify(version),
      __FOR_PAGES__: 'true',
    },
    banner: { js: lateModules },
    plugins: [outside],
    write: false,
    logLevel: 'error',
    ...options,
  });
  return outputFiles;
}

/** The scripts by the path of their test file. */
async function scriptsOf(paths, plugins) {
  const entries = Object.fromEntries(paths.map((path) => [path, path]));
  const files = await bundle(entries, { plugins: [outside, ...plugins] });
  const bodies = files.map(({ text }) => text.replace(lateImport, "loadLate('$2').then(() => $1"));
  return new Map(paths.map((path, index) => [path, bodies[index]]));
}

async function libraryOf(name) {
  const [{ text }] = await bundle({ [name]: name }, { banner: {} });
  return text;
}

/** The source map of a script, for the stack of a test that fails. */
async function mapOf(path) {
  const files = await bundle({ [path]: path }, { sourcemap: 'external' });
  return files.find((file) => file.path.endsWith('.map')).text;
}

/**
 * A middleware of the test server that serves each test file as one script. A single file is built
 * alone; with the second one that is asked for, all are built, in one go. `prefixOf` gives what is
 * written before the script of a path.
 *
 * @param {{
 *   tests?: readonly string[],
 *   plugins?: readonly import('esbuild').Plugin[],
 *   prefixOf?: (path: string) => string,
 * }} [options]
 */
export function unitScripts({ tests = findTests(), plugins = [], prefixOf = () => '' } = {}) {
  const libraries = new Map();
  let first;
  let all;
  async function scriptOf(path) {
    first ??= { path, scripts: scriptsOf([path], plugins) };
    if (first.path !== path) all ??= scriptsOf(tests, plugins);
    return (await (first.path === path ? first.scripts : all)).get(path);
  }
  function library(name) {
    if (!libraries.has(name)) libraries.set(name, libraryOf(name));
    return libraries.get(name);
  }
  return async (context, next) => {
    const path = context.path.slice(1);
    if (path.endsWith('.test.ts')) {
      context.body = `${prefixOf(path)}${await scriptOf(path)}\n//# sourceMappingURL=${basename(path)}.map\n`;
      context.type = 'js';
    } else if (path.startsWith(FOLDER)) {
      context.body = await library(path.slice(FOLDER.length, -'.js'.length));
      context.type = 'js';
    } else if (path.endsWith('.test.ts.map')) {
      context.body = await mapOf(path.slice(0, -'.map'.length));
      context.type = 'json';
    } else {
      await next();
    }
  };
}
