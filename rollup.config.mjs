import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve as resolvePath } from 'node:path';
import resolve from '@rollup/plugin-node-resolve';
import replace from '@rollup/plugin-replace';
import terser from '@rollup/plugin-terser';
import { dts } from 'rollup-plugin-dts';
import esbuild from 'rollup-plugin-esbuild';

const { version, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

// Hashed names would pile up from build to build.
rmSync('dist', { recursive: true, force: true });

/** A warning is a fault that nobody reads: stop the build. */
function onwarn(warning) {
  throw Object.assign(new Error(warning.message), warning);
}

function compile(target) {
  return [
    resolve({ browser: true, exportConditions: ['browser'], extensions: ['.ts', '.mjs', '.js'] }),
    replace({
      preventAssignment: true,
      values: {
        // nanostores leaves its development checks to the bundler.
        'process.env.NODE_ENV': JSON.stringify('production'),
        __VERSION__: JSON.stringify(version),
      },
    }),
    // Dependencies too: nanostores writes `||=`, which is newer than the target.
    esbuild({ target, tsconfig: 'tsconfig.json', exclude: [] }),
  ];
}

/** Writes the sha384 of every script in `dir`, for import maps and script tags. */
function integrity(dir) {
  return {
    name: 'integrity',
    writeBundle() {
      const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js')).sort();
      const digest = (file) => createHash('sha384').update(readFileSync(`${dir}/${file}`)).digest('base64');
      const hashes = Object.fromEntries(files.map((file) => [file, `sha384-${digest(file)}`]));
      writeFileSync(`${dir}/integrity.json`, `${JSON.stringify(hashes, null, 2)}\n`);
    },
  };
}

/** What is needed together comes together: a chunk of its own for each file would cost a page requests, and 100 bytes each. */
const together = {
  // With the first call.
  calls: /\/src\/(calls|errors\/timeout-error|transport\/(call|call-log|concurrency-limit|send|fetch-text|deadline)|session\/(request|confirm|owner-name|follow-owner)|dialect\/(md5|signature|authorization|item-state-reader)|contract\/(encode-call|static-details)|item\/(ask|answer|check-item|reset-items))\.ts$|\/node_modules\/(?:ofetch|ufo|destr)\//,
  // When the page is idle.
  upkeep: /\/src\/(upkeep|arrival\/purchase-bell|item\/(watch-grants|renew-denied)|session\/(upkeep|tabs|tab-ends|old-erasure|lease|keepalive|keepalive-plan|logout)|contract\/pulse|browser\/(durable|database))\.ts$|\/idb-keyval\//,
  // When a page does something by itself: whatever it calls, the table of that comes beside.
  actions: /\/src\/(actions|call-by-id|browser\/frame|contract\/(field|report-token|finish-call|refuse|words|integer|timestamp))\.ts$/,
  viewer: /\/src\/(session\/(viewer|login|lookups|persistence|report-token)|contract\/(session|init)|errors\/login-failed-error)\.ts$/,
  // When something is bought.
  checkout: /\/src\/(checkout\/(?!operations|raw|erase|call-for-viewer)[\w-]+|arrival\/(arrival|read-inbox)|contract\/(payment|amount)|dialect\/transaction-reader|browser\/(unguessable|tab))\.ts$/,
  // When a voucher is redeemed, another call of payment is made, or everything is erased.
  operations: /\/src\/checkout\/(operations|raw|erase|call-for-viewer)\.ts$/,
  // With the first data, whichever they are; then each area by itself.
  data: /\/src\/(data\/(data|ask|reader|memory|quer(?:y|ies)|while-listened|watch-access|attention)|browser\/visible)\.ts$/,
  allmedia: /\/src\/(data\/(allmedia|media-item|media-page)|contract\/(allmedia|media-parameters|list))\.ts$/,
  system: /\/src\/(data\/(system|shelf)|contract\/system|session\/incident|dialect\/incident-reader)\.ts$/,
  statistics: /\/src\/(data\/(statistics(?:-keys)?|read-ordered)|browser\/breathe|dialect\/(ordered-json|json-cursor)|contract\/(statistics|statistics-parameters|day))\.ts$/,
  // When something goes wrong.
  trouble: /\/src\/(transport\/(failure|http-date|repeat|retry|trouble)|session\/(recover|failed-opening|static-details)|dialect\/(failure|player-only)|item\/(failed-check|explain)|errors\/(platform|not-found|session-lost)-error)\.ts$/,
};

/** What the chunks of one build have in common in their names, so that none is taken for one of another build: a digest of all that they are made of. */
const edition = digestOf(['rollup.config.mjs', 'package-lock.json', ...readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts')).sort().map((path) => `src/${path}`)]);

function digestOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(path).update(readFileSync(path));
  return BigInt(`0x${hash.digest('hex')}`).toString(36).slice(0, 6);
}

/** What the file for pages imports, and what that imports: it is in the file itself. */
function eagerModules(getModuleInfo, id = resolvePath('src/usher.ts'), found = new Set()) {
  if (found.has(id)) return found;
  found.add(id);
  for (const imported of getModuleInfo(id).importedIds) eagerModules(getModuleInfo, imported, found);
  return found;
}

let eager;

function chunkOf(id, { getModuleInfo }) {
  eager ??= eagerModules(getModuleInfo);
  return eager.has(id) ? undefined : Object.keys(together).find((name) => together[name].test(id));
}

/** A chunk's folder and module: `data-allmedia` beside `contract-allmedia`. What several chunks share has rollup's own name. */
function chunkName({ facadeModuleId, name }) {
  const [, folder] = facadeModuleId?.match(/\/src\/(\w+)\/[^/]+$/) ?? [];
  return folder && folder !== name ? `${folder}-${name}` : name;
}

function minify(ecma) {
  const module = ecma > 2018; // the return page's script is no module
  return [
    terser({ module, ecma, compress: { passes: 3, unsafe_arrows: true, unsafe_methods: true, pure_getters: true, inline: 1 } }),
    {
      name: 'trim-end',
      generateBundle(_, bundle) {
        for (const chunk of Object.values(bundle)) if (chunk.code) chunk.code = chunk.code.trimEnd();
      },
    },
  ];
}

/** Ships the page itself beside its script. */
function returnPage() {
  return { name: 'return-page', writeBundle: () => copyFileSync('src/return.html', 'dist/cdn/return.html') };
}

/** Tells what to write to whoever follows the syntax error that a tag without a type gets. */
const banner = `/*! Usher ${version}, an ES module: <script type="module" async src="usher.js"> */`;

/** The module's address of the last release, for one release more. */
function oldAddress() {
  return { name: 'old-address', writeBundle: () => writeFileSync('dist/cdn/index.js', "export * from './usher.js';\n") };
}

// Maps lie beside the files for whoever wants them; a comment that names them would cost every page 35 bytes a file.
const chunks = { format: 'es', freeze: false, generatedCode: { preset: 'es2015', symbols: false }, externalLiveBindings: false, sourcemap: 'hidden', hoistTransitiveImports: false };

export default [
  { // For bundlers: the dependencies stay imports, so that a page has one nanostores.
    input: { index: 'src/index.ts' },
    output: { ...chunks, dir: 'dist', chunkFileNames: (chunk) => `chunks/${chunkName(chunk)}.js` },
    external: Object.keys(dependencies),
    plugins: compile('es2020'),
    onwarn,
  },
  { // For pages: everything in it. 'allow-extension' makes usher.js the code itself and no facade of it, which would cost one more fetch in series.
    input: { usher: 'src/usher.ts' },
    output: { ...chunks, dir: 'dist/cdn', banner: ({ isEntry }) => (isEntry ? banner : ''), experimentalMinChunkSize: 250, manualChunks: chunkOf, onlyExplicitManualChunks: true, chunkFileNames: (chunk) => `chunks/${edition}-${chunkName(chunk)}.js` },
    preserveEntrySignatures: 'allow-extension',
    plugins: [...compile('es2020'), ...minify(2020), oldAddress()],
    onwarn,
  },
  { // The page that providers send viewers back to.
    input: 'src/return-page.ts',
    output: { file: 'dist/cdn/return.js', format: 'iife', sourcemap: 'hidden' },
    plugins: [...compile('es2018'), ...minify(2018), returnPage(), integrity('dist/cdn')],
    onwarn,
  },
  {
    input: 'src/index.ts',
    output: { file: 'dist/index.d.ts', format: 'es' },
    external: Object.keys(dependencies),
    plugins: [dts()],
    onwarn,
  },
];
