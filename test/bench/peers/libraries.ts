import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

export interface Library {
  /** Absent for Usher: it is the build of this tree. */
  readonly version?: string;
  /** The modules that a page imports, with their names. */
  readonly imports: Readonly<Record<string, readonly string[]>>;
}

/** The entry of this tree's build for bundlers. */
export const usherEntry: string = resolve('dist/index.js');

/**
 * What Usher is compared with. The versions are pinned: a figure changes only with its line here.
 */
export const libraries = {
  'usher-runtime': { imports: { [usherEntry]: ['createUsher'] } },
  'keycloak-js': { version: '26.2.4', imports: { 'keycloak-js': ['default'] } },
  'oidc-client-ts': { version: '3.5.0', imports: { 'oidc-client-ts': ['UserManager'] } },
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
} as const satisfies Readonly<Record<string, Library>>;

export type LibraryName = keyof typeof libraries;

/** As `keycloak-js 26.2.4`. */
export function titleOf(name: LibraryName): string {
  const { version }: Library = libraries[name];
  return version ? `${name} ${version}` : name;
}

/** Installs libraries into a folder. It needs the registry. */
export async function installLibraries(
  folder: string,
  names: readonly LibraryName[],
): Promise<void> {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const packages = names.flatMap((name) => {
    const { version }: Library = libraries[name];
    return version ? [`${name}@${version}`] : [];
  });
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts'];
  await promisify(execFile)('npm', ['install', ...flags, ...packages], { cwd: folder });
}
