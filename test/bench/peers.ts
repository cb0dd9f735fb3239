// The bytes that a page with a bundler loads before its session can begin, and all that the library
// has: Usher beside other libraries for sessions and payments, each with the calls that its own
// first example makes. Installs them into a folder of its own, so it needs the registry. The
// versions are pinned: a figure changes only with its line here. Where a newer version exists, it
// could not be installed.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';

interface Peer {
  /** Absent for Usher: it is the build of this tree. */
  readonly version?: string;
  /** The modules that a page imports, with their names. */
  readonly imports: Readonly<Record<string, readonly string[]>>;
}

const peers: Readonly<Record<string, Peer>> = {
  'usher-runtime': { imports: { [resolve('dist/index.js')]: ['createUsher'] } },
  'keycloak-js': { version: '26.2.4', imports: { 'keycloak-js': ['default'] } },
  '@auth0/auth0-spa-js': {
    version: '2.9.1',
    imports: { '@auth0/auth0-spa-js': ['createAuth0Client'] },
  },
  '@supabase/auth-js': { version: '2.119.1', imports: { '@supabase/auth-js': ['AuthClient'] } },
  firebase: {
    version: '12.6.0',
    imports: {
      'firebase/app': ['initializeApp'],
      'firebase/auth': ['getAuth', 'onAuthStateChanged', 'signInWithEmailAndPassword', 'signOut'],
    },
  },
  '@inplayer-org/inplayer.js': {
    version: '3.13.33',
    imports: { '@inplayer-org/inplayer.js': ['default'] },
  },
  '@revenuecat/purchases-js': {
    version: '1.63.1',
    imports: { '@revenuecat/purchases-js': ['Purchases'] },
  },
  '@clerk/clerk-js': { version: '6.40.0', imports: { '@clerk/clerk-js': ['Clerk'] } },
};

interface Sizes {
  /** The files that a page loads at once. */
  readonly first: number;
  readonly all: number;
}

/** Prints the sizes of each library. It has no budget: `npm run size` has those. */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'usher-peers-'));
  try {
    install(folder);
    console.log(`  ${'brotli bytes'.padEnd(36)}${'at once'.padStart(9)}${'all'.padStart(9)}`);
    for (const [name, peer] of Object.entries(peers)) {
      const { first, all } = await measure(folder, peer);
      const title = peer.version ? `${name} ${peer.version}` : name;
      console.log(`  ${title.padEnd(36)}${String(first).padStart(9)}${String(all).padStart(9)}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function install(folder: string): void {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const packages = Object.entries(peers).flatMap(([name, { version }]) =>
    version ? [`${name}@${version}`] : [],
  );
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], {
    cwd: folder,
    stdio: 'ignore',
  });
}

async function measure(folder: string, { imports }: Peer): Promise<Sizes> {
  const lines = Object.entries(imports).map(([module, names], index) => {
    const list = names.map((name, place) => `${name} as name${index}_${place}`);
    return `export { ${list.join(', ')} } from ${JSON.stringify(module)};`;
  });
  const { metafile } = await build({
    stdin: { contents: lines.join('\n'), resolveDir: folder },
    absWorkingDir: folder,
    outdir: join(folder, 'built', encodeURIComponent(Object.keys(imports)[0]!)),
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.css': 'empty' },
    logLevel: 'silent',
    metafile: true,
  });
  const files = Object.keys(metafile.outputs);
  const sizeOf = (paths: readonly string[]): number =>
    paths
      .filter((path) => path.endsWith('.js'))
      .reduce((sum, path) => sum + brotliCompressSync(readFileSync(join(folder, path))).length, 0);
  return { first: sizeOf(loadedAtOnce(metafile, files)), all: sizeOf(files) };
}

/** The entry, and all that it imports statically. */
function loadedAtOnce({ outputs }: Metafile, files: readonly string[]): string[] {
  const found = new Set(files.filter((path) => outputs[path]!.entryPoint === '<stdin>'));
  // A set is walked with what is added on the way.
  for (const path of found) {
    for (const { path: imported, kind } of outputs[path]!.imports) {
      if (kind === 'import-statement') found.add(imported);
    }
  }
  return [...found];
}
