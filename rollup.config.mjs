import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve as resolvePath } from 'node:path';
import resolve from '@rollup/plugin-node-resolve';
import replace from '@rollup/plugin-replace';
import { dts } from 'rollup-plugin-dts';
import esbuild from 'rollup-plugin-esbuild';
import { minify as terser } from 'terser';

const { version, dependencies, peerDependencies } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);

// Hashed names would pile up from build to build.
rmSync('dist', { recursive: true, force: true });

/** The packages that a bundler of the page adds, with their further entries: `lit/directives/…`. */
const external = Object.keys({ ...dependencies, ...peerDependencies }).map(
  (name) => new RegExp(`^${name}(/|$)`),
);

/** A warning is a fault that nobody reads: stop the build. */
function onwarn(warning) {
  throw Object.assign(new Error(warning.message), warning);
}

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .sort()
  .map((path) => `src/${path}`);

/** `forPages`: the elements are loaded by the runtime. */
function compile(target, forPages = false) {
  return [
    resolve({ browser: true, exportConditions: ['browser'], extensions: ['.ts', '.mjs', '.js'] }),
    replace({
      preventAssignment: true,
      values: {
        // nanostores leaves its development checks to the bundler.
        'process.env.NODE_ENV': JSON.stringify('production'),
        __VERSION__: JSON.stringify(version),
        __FOR_PAGES__: String(forPages),
      },
    }),
    // Dependencies too: nanostores writes `||=`, which is newer than the target.
    esbuild({ target, tsconfig: 'tsconfig.json', exclude: [] }),
  ];
}

/**
 * Takes the indentation out of the elements, so out of their templates, and all that style sheets
 * can do without: white space, quotes, zeros before a point. Line breaks outside style sheets stay,
 * for the maps.
 */
function trimTemplates() {
  return {
    name: 'trim-templates',
    transform: (code, id) =>
      /\/src\/elements\/.+\.ts$/.test(id)
        ? { code: trimStyles(code.replace(/\n[ \t]+/g, '\n')), map: null }
        : null,
  };
}

const trimStyles = (code) =>
  code.replace(/css`[^`]*`/g, (sheet) =>
    sheet
      .replace(/\n/g, ' ')
      .replace(/ ?([{};,]) /g, '$1')
      .replace(/: /g, ':')
      .replace(/;}/g, '}')
      .replace(/='([\w-]+)'/g, '=$1')
      .replace(/\b0\./g, '.'),
  );

/** Writes the sha384 of every script in `dir`, for import maps and script tags. */
function integrity(dir) {
  return {
    name: 'integrity',
    writeBundle() {
      const files = readdirSync(dir, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.js'))
        .sort();
      const digest = (file) =>
        createHash('sha384')
          .update(readFileSync(`${dir}/${file}`))
          .digest('base64');
      const hashes = Object.fromEntries(files.map((file) => [file, `sha384-${digest(file)}`]));
      writeFileSync(`${dir}/integrity.json`, `${JSON.stringify(hashes, null, 2)}\n`);
    },
  };
}

/**
 * What the chunks of one build have in common in their names, so that none is taken for one of
 * another build: a digest of all that they are made of.
 */
const edition = digestOf([
  'rollup.config.mjs',
  'src/chunks.json',
  'package-lock.json',
  ...sources.filter((path) => !/^src\/(testing|react)\//.test(path)),
]);

function digestOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(path).update(readFileSync(path));
  return BigInt(`0x${hash.digest('hex')}`)
    .toString(36)
    .slice(0, 6);
}

/**
 * The late chunks, in the order in which pages load them. A module is in the first chunk that needs
 * it: one of its `entries`, or what these import. An entry that later chunks share, and that no
 * earlier one needs, is there for them.
 */
const lateChunks = JSON.parse(readFileSync('src/chunks.json', 'utf8'));
const isLateChunk = (name) => lateChunks.some((chunk) => chunk.name === name);

/** A module and all that it imports statically, as far as `isWanted` allows. */
function reach(getModuleInfo, id, isWanted, found = new Set()) {
  if (found.has(id) || !isWanted(id)) return found;
  found.add(id);
  for (const imported of getModuleInfo(id)?.importedIds ?? []) {
    reach(getModuleInfo, imported, isWanted, found);
  }
  return found;
}

/** Each module that is loaded late, with its chunk. What `entries` import statically is not late. */
function assignChunks(entries, getModuleInfo) {
  const eager = new Set();
  for (const entry of entries) reach(getModuleInfo, resolvePath(entry), () => true, eager);
  const chunkById = new Map();
  for (const { name, entries: late } of lateChunks) {
    const isFree = (id) => !eager.has(id) && !chunkById.has(id);
    const found = new Set();
    for (const entry of late) reach(getModuleInfo, resolvePath('src', entry), isFree, found);
    for (const id of found) chunkById.set(id, name);
  }
  return chunkById;
}

/** Creates the function that names the chunk of a module, in a build with these entries. */
function createChunkOf(...entries) {
  let chunkById;
  return (id, { getModuleInfo }) => {
    chunkById ??= assignChunks(entries, getModuleInfo);
    return chunkById.get(id);
  };
}

/**
 * A chunk's folder and module: `data-allmedia` beside `contract-allmedia`. What several chunks
 * share has rollup's own name.
 */
function chunkName({ facadeModuleId, name }) {
  if (isLateChunk(name)) return name;
  const [, folder] = facadeModuleId?.match(/\/src\/(\w+)\/[^/]+$/) ?? [];
  return folder && folder !== name ? `${folder}-${name}` : name;
}

/**
 * Stands for the edition while a file is minified: the minifier prefers letters that the code has
 * already, so the names would differ from edition to edition.
 */
const anyEdition = '______';

/**
 * Minifies a file. What it shares with other files has the same name inside it as outside: a list
 * of exports then needs no second names.
 */
function minify(ecma) {
  const module = ecma > 2018; // the return page's script is no module
  return {
    name: 'minify',
    async renderChunk(source) {
      const { code, map } = await terser(source.replaceAll(edition, anyEdition), {
        module,
        ecma,
        sourceMap: { asObject: true },
        nameCache: { vars: { props: sharedNames(source) } },
        compress: {
          passes: 6,
          unsafe_arrows: true,
          unsafe_methods: true,
          pure_getters: true,
          inline: 1,
          hoist_funs: true,
        },
      });
      return { code: code.trimEnd().replaceAll(anyEdition, edition), map };
    },
  };
}

/**
 * The short names that rollup gave to the exports and imports of a file, by their names inside it,
 * in the form of a name cache of terser. Two files may export the same name: the first one counts.
 */
function sharedNames(source) {
  const lists = [
    ...source.matchAll(/^export \{ (.+) \};$/gm),
    ...source.matchAll(/^import \{ (.+) \} from /gm),
  ];
  const names = {};
  for (const [statement, list] of lists) {
    for (const pair of list.split(', ')) {
      const [first, second = first] = pair.split(' as ');
      const [inside, outside] = statement.startsWith('export') ? [first, second] : [second, first];
      const isShort = outside.length < 3;
      if (isShort && !Object.values(names).includes(outside)) names[`$${inside}`] ??= outside;
    }
  }
  return names;
}

const elements = resolvePath('src/elements/define-elements.ts');

/** The runtime for tests of pages, and the entry of the package, whose types it uses. */
const fake = 'src/testing/create-fake-usher.ts';
const entry = resolvePath('src/index.ts');
const hooks = 'src/react/hooks.ts';
const defaults = 'src/dialect/default-dialect.ts';

/** Leaves the types of the package where they are. */
function entryTypes() {
  return {
    name: 'entry-types',
    resolveId: (id) =>
      /\/(index|dialect)\.ts$/.test(id) ? { id: entry, external: true } : undefined,
  };
}

/** Ships the page itself beside its script. */
function returnPage() {
  return {
    name: 'return-page',
    writeBundle: () => copyFileSync('src/page/return.html', 'dist/cdn/return.html'),
  };
}

/** Tells what to write to whoever follows the syntax error that a tag without a type gets. */
const banner = `/*! Usher ${version}: <script type="module" async src="usher.js"> */`;

// Maps lie beside the files for whoever wants them; a comment that names them would cost every page
// 35 bytes a file.
const chunks = {
  format: 'es',
  freeze: false,
  generatedCode: { preset: 'es2015', symbols: false },
  externalLiveBindings: false,
  sourcemap: 'hidden',
  hoistTransitiveImports: false,
};

let valueNames;

/** Notes the names that the module exports. */
function noteValues() {
  return {
    name: 'note-values',
    generateBundle(_, bundle) {
      valueNames = bundle['index.js'].exports;
    },
  };
}

/**
 * Exports as types what the module does not export: the plugin before declares every class as a
 * value, also a class that `src/index.ts` exports as a type.
 */
function typesOnly() {
  return {
    name: 'types-only',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        chunk.code = chunk.code.replace(/^export \{ (.+) \};$/m, (_line, list) => {
          const names = list.split(', ');
          const isValue = (name) => valueNames.includes(name.split(' as ').at(-1));
          const types = names.filter((name) => !isValue(name));
          return [
            `export { ${names.filter(isValue).join(', ')} };`,
            ...(types.length > 0 ? [`export type { ${types.join(', ')} };`] : []),
          ].join('\n');
        });
      }
    },
  };
}

export default [
  {
    // For bundlers: the dependencies stay imports, so that a page has one nanostores.
    input: { index: 'src/index.ts', elements: 'src/elements/define-elements.ts' },
    output: {
      ...chunks,
      dir: 'dist',
      experimentalMinChunkSize: 250,
      manualChunks: createChunkOf(
        'src/index.ts',
        'src/elements/define-elements.ts',
        'src/elements/define-for-page.ts', // not imported in this build, so in no chunk
      ),
      onlyExplicitManualChunks: true,
      chunkFileNames: (chunk) => `chunks/${chunkName(chunk)}.js`,
    },
    external,
    plugins: [...compile('es2020'), noteValues()],
    onwarn,
  },
  {
    // For pages: everything in it. 'allow-extension' makes usher.js the code itself and no facade
    // of it, which would cost one more fetch in series.
    input: { usher: 'src/usher.ts' },
    // The instance that ofetch creates for its own export is not used.
    treeshake: { manualPureFunctions: ['createFetch'] },
    output: {
      ...chunks,
      dir: 'dist/cdn',
      banner: ({ isEntry }) => (isEntry ? banner : ''),
      experimentalMinChunkSize: 250,
      manualChunks: createChunkOf('src/usher.ts'),
      onlyExplicitManualChunks: true,
      chunkFileNames: (chunk) => `chunks/${edition}-${chunkName(chunk)}.js`,
    },
    preserveEntrySignatures: 'allow-extension',
    plugins: [...compile('es2020', true), trimTemplates(), minify(2020)],
    onwarn,
  },
  {
    // The page that providers send viewers back to.
    input: 'src/page/return-page.ts',
    output: { file: 'dist/cdn/return.js', format: 'iife', sourcemap: 'hidden' },
    plugins: [...compile('es2018'), minify(2018), returnPage(), integrity('dist/cdn')],
    onwarn,
  },
  {
    input: 'src/index.ts',
    output: { file: 'dist/index.d.ts', format: 'es' },
    external,
    plugins: [dts(), typesOnly()],
    onwarn,
  },
  {
    // The elements, with the types of the runtime that they use.
    input: elements,
    output: { file: 'dist/elements.d.ts', format: 'es' },
    external,
    plugins: [dts()],
    onwarn,
  },
  {
    // The elements in JSX: types only.
    input: 'src/elements/react.ts',
    output: {
      file: 'dist/elements-react.d.ts',
      format: 'es',
      paths: { [elements]: './elements.js' },
    },
    external: ['react', elements],
    plugins: [dts()],
    onwarn,
  },
  {
    // The hooks of React. Server components of Next take them for the browser by the first line.
    input: hooks,
    output: { ...chunks, file: 'dist/react.js', sourcemap: false, banner: "'use client';" },
    external,
    plugins: compile('es2020'),
    onwarn,
  },
  {
    // Their types are those of the package.
    input: hooks,
    output: { file: 'dist/react.d.ts', format: 'es', paths: { [entry]: './index.js' } },
    external: [...external, entry],
    plugins: [entryTypes(), dts()],
    onwarn,
  },
  {
    // What the runtime does where a page replaces nothing, for dialects that add to it.
    input: defaults,
    output: { ...chunks, file: 'dist/dialect.js', sourcemap: false },
    external,
    plugins: compile('es2020'),
    onwarn,
  },
  {
    // Its types are those of the package.
    input: defaults,
    output: { file: 'dist/dialect.d.ts', format: 'es', paths: { [entry]: './index.js' } },
    external: [...external, entry],
    plugins: [entryTypes(), dts()],
    onwarn,
  },
  {
    // For tests of pages, in one file: nothing is loaded later.
    input: fake,
    output: { ...chunks, file: 'dist/testing.js', sourcemap: false, inlineDynamicImports: true },
    external: Object.keys(dependencies),
    plugins: compile('es2020'),
    onwarn,
  },
  {
    // Its types are those of the package.
    input: fake,
    output: { file: 'dist/testing.d.ts', format: 'es', paths: { [entry]: './index.js' } },
    external: (id) => Object.keys(dependencies).includes(id) || id === entry,
    plugins: [entryTypes(), dts()],
    onwarn,
  },
];
