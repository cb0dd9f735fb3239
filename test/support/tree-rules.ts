import { loadedWith } from './source-tree.ts';
import type { ImportKind, Module } from './source-tree.ts';

/** Answers with what breaks it, a line each. */
export type Rule = (modules: readonly Module[]) => string[];

/**
 * Each area may import those of the lines before its own; those of one line do not know each other.
 */
const ORDER = [
  ['errors'],
  ['contract'],
  ['dialect'],
  ['browser'],
  ['transport'],
  ['session'],
  ['item', 'payment-return'],
  ['checkout', 'data'],
  ['elements', 'inspector'],
  ['runtime'],
  ['index', 'page'],
  ['usher'],
];
const LAZY = ['checkout', 'data', 'elements', 'inspector'];
const TABLES = ['session', 'payment', 'allmedia', 'system', 'statistics'].map(
  (name) => `src/contract/${name}.ts`,
);
/**
 * What a page may load at once: the session, the items, and what stores a return before the address
 * is cleaned.
 */
const EAGER = [
  'usher',
  'page',
  'index',
  'runtime',
  'payment-return',
  'item',
  'session',
  'browser',
  'dialect',
  'contract',
  'errors',
];
/** Where a package may be imported. */
const PACKAGES: Readonly<Record<string, RegExp>> = {
  nanostores: /^(?!src\/(errors|contract|dialect|browser|transport)\/)/,
  ofetch: /^src\/transport\/fetch-text\.ts$/,
  'idb-keyval': /^src\/browser\//,
};

/** The folder below src/; the files beside the folders are the composition, except the entries. */
function areaOf(path: string): string {
  const [, folder = '', file] = path.split('/');
  if (file) return folder;
  return ['index.ts', 'usher.ts'].includes(folder) ? folder.replace('.ts', '') : 'runtime';
}

const rankOf = (area: string): number => ORDER.findIndex((areas) => areas.includes(area));
const inSource = ({ path }: Module): boolean => path.startsWith('src/');

/** The imports of src/ that leave their area and that `forbidden` names. */
function crossings(
  modules: readonly Module[],
  forbidden: (from: string, to: string, kind: ImportKind) => boolean,
): string[] {
  return modules.filter(inSource).flatMap(({ path, imports }) => {
    const from = areaOf(path);
    const outward = imports.filter(
      ({ target }) => target.startsWith('src/') && areaOf(target) !== from,
    );
    return outward
      .filter(({ kind, target }) => forbidden(from, areaOf(target), kind))
      .map(({ target }) => `${path} imports ${target}`);
  });
}

export const oneWay: Rule = (modules) =>
  crossings(modules, (from, to) => rankOf(to) < 0 || rankOf(to) >= rankOf(from));

export const lazyAreas: Rule = (modules) =>
  crossings(
    modules,
    (from, to, kind) =>
      LAZY.includes(to) && kind !== 'type' && !(kind === 'dynamic' && from === 'runtime'),
  );

export const smallPageFile: Rule = (modules) =>
  modules
    .filter(({ path }) => path === 'src/usher.ts')
    .flatMap((entry) => {
      const loaded = loadedWith(modules, entry);
      const packages = loaded.flatMap(({ imports }) =>
        imports.filter(
          ({ kind, target }) =>
            kind === 'value' && !target.startsWith('src/') && target !== 'nanostores',
        ),
      );
      const beyond = loaded.filter(({ path }) => !EAGER.includes(areaOf(path)));
      return [...packages.map(({ target }) => target), ...beyond.map(({ path }) => path)].map(
        (name) => `the file for pages loads ${name}`,
      );
    });

export const separateTables: Rule = (modules) =>
  modules.filter(inSource).flatMap((module) => {
    const loaded = loadedWith(modules, module).map(({ path }) => path);
    return TABLES.every((table) => loaded.includes(table))
      ? [`${module.path} joins all five tables`]
      : [];
  });

export const packagesInPlace: Rule = (modules) =>
  modules.filter(inSource).flatMap(({ path, imports }) => {
    const wrong = imports.filter(
      ({ target }) => !target.startsWith('src/') && !PACKAGES[target]?.test(path),
    );
    return wrong.map(({ target }) => `${path} imports ${target}`);
  });

export const platformKnowsOnlyContract: Rule = (modules) =>
  modules
    .filter(({ path }) => path.startsWith('demo/platform/'))
    .flatMap(({ path, imports }) => {
      const wrong = imports.filter(
        ({ target }) => target.startsWith('src/') && areaOf(target) !== 'contract',
      );
      return wrong.map(({ target }) => `${path} imports ${target}`);
    });

export const tellingNames: Rule = (modules) =>
  modules
    .filter(({ path }) => /(^|[/-])(utils?|helpers?|common|misc)[-./]/.test(path))
    .map(({ path }) => `${path} has a name that says nothing`);

export const shortFiles: Rule = (modules) => {
  const long = modules
    .filter(({ path, lines }) => lines > 250 && !path.startsWith('test/') && !TABLES.includes(path))
    .map(({ path, lines }) => `${path} has ${lines} lines`);
  const lengths = modules
    .filter(inSource)
    .map(({ lines }) => lines)
    .sort((a, b) => a - b);
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
  return median < 80 ? long : [...long, `the median of src/ is ${median} lines`];
};
