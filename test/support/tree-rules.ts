import { linesWithText, loadedWith, type ImportKind, type Module } from './source-tree.ts';

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
  ['reactive'],
  ['transport'],
  ['session'],
  ['item'],
  ['checkout', 'data'],
  ['elements', 'inspector', 'diagnosis'],
  ['api'],
  ['index', 'page'],
  ['usher'],
  ['testing', 'react'],
];
const LATE = ['checkout', 'data', 'elements', 'inspector', 'diagnosis'];
/** What a page loads at once of a late area: it stores a return before the address is cleaned. */
const EARLY_FILES = ['store-return', 'write-return', 'raw-return', 'purchase-signal'].map(
  (name) => `src/checkout/return/${name}.ts`,
);
const TABLES = ['session', 'payment', 'allmedia', 'system', 'statistics'].map(
  (name) => `src/contract/${name}.ts`,
);
/** What a page may load at once, besides the early files: the session and the items. */
const EARLY = [
  'usher',
  'page',
  'index',
  'api',
  'item',
  'session',
  'reactive',
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
  lit: /^src\/elements\//,
  react: /^src\/(elements\/react\.ts$|react\/)/,
  '@nanostores/react': /^src\/react\//,
};

/** The package of a module: `lit` of `lit/directives/repeat.js`. */
const packageOf = (target: string): string => target.match(/^(@[^/]+\/)?[^/]+/)![0];

/** The folder below src/, or the entry beside the folders. */
const areaOf = (path: string): string => path.split('/')[1]!.replace('.ts', '');

const rankOf = (area: string): number => ORDER.findIndex((areas) => areas.includes(area));
const inSource = ({ path }: Module): boolean => path.startsWith('src/');

/** The imports of src/ that leave their area and that `forbidden` names. */
function crossings(
  modules: readonly Module[],
  forbidden: (from: string, to: string, kind: ImportKind, target: string) => boolean,
): string[] {
  return modules.filter(inSource).flatMap(({ path, imports }) => {
    const from = areaOf(path);
    const outward = imports.filter(
      ({ target }) => target.startsWith('src/') && areaOf(target) !== from,
    );
    return outward
      .filter(({ kind, target }) => forbidden(from, areaOf(target), kind, target))
      .map(({ target }) => `${path} imports ${target}`);
  });
}

export const oneWay: Rule = (modules) =>
  crossings(modules, (from, to) => rankOf(to) < 0 || rankOf(to) >= rankOf(from));

export const lateAreas: Rule = (modules) =>
  crossings(
    modules,
    (from, to, kind, target) =>
      LATE.includes(to) &&
      !EARLY_FILES.includes(target) &&
      kind !== 'type' &&
      from !== 'testing' && // for tests of pages, in one file: nothing is loaded later
      !(kind === 'dynamic' && ['api', 'page'].includes(from)),
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
      const beyond = loaded.filter(
        ({ path }) => !EARLY.includes(areaOf(path)) && !EARLY_FILES.includes(path),
      );
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
      ({ target }) => !target.startsWith('src/') && !PACKAGES[packageOf(target)]?.test(path),
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

/** Files that a tool writes say so in their first line. */
const isGenerated = ({ source }: Module): boolean => source.startsWith('// Generated by `npm run ');

export const shortFiles: Rule = (modules) => {
  const long = modules
    .filter((module) => module.lines > 250 && !isGenerated(module))
    .filter(({ path }) => !path.startsWith('test/') && !TABLES.includes(path))
    .map(({ path, lines }) => `${path} has ${lines} lines`);
  const lengths = modules
    .filter(inSource)
    .map(({ lines }) => lines)
    .sort((a, b) => a - b);
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
  return median < 80 ? long : [...long, `the median of src/ is ${median} lines`];
};

/** Types count too; what is loaded by `import()` does not. */
export const noCircles: Rule = (modules) => {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) {
      found.push([...way.slice(way.indexOf(path)), path].join(' -> '));
      return;
    }
    if (done.has(path)) return;
    for (const { kind, target } of byPath.get(path)!.imports) {
      if (kind !== 'dynamic' && byPath.has(target)) visit(target, [...way, path]);
    }
    done.add(path);
  };
  for (const { path } of modules) visit(path, []);
  return found;
};

const longestLine = 100;

/** The formatter breaks no text, and an address in a comment stays whole. */
export const shortLines: Rule = (modules) =>
  modules.flatMap((module) => {
    const lines = module.source.split('\n');
    const isLong = (line: string): boolean => line.length > longestLine && !/https?:/.test(line);
    if (!lines.some(isLong)) return [];
    const texts = linesWithText(module);
    return lines.flatMap((line, index) =>
      isLong(line) && !texts.has(index) ? [`${module.path}:${index + 1} is too long`] : [],
    );
  });
