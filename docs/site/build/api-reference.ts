import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Application, Comment, LogLevel, type TypeDocOptions } from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';
import { pagesFolder, repository } from './paths.ts';

/** An entry of the package: the name that a page imports, and what it is for. */
interface Entry {
  readonly name: string;
  readonly use: string;
}

/** The entries of the package by their sources. */
const entries: Readonly<Record<string, Entry>> = {
  index: {
    name: 'usher-runtime',
    use: 'The runtime of a page: the session, items and their access, purchases, data.',
  },
  'elements/define-elements': {
    name: 'usher-runtime/elements',
    use: 'Custom elements: the gate of a film, offers, the login, the account, purchases.',
  },
  'testing/create-fake-usher': {
    name: 'usher-runtime/testing',
    use: 'A runtime for the tests of a page, and a check of how a platform is read.',
  },
};

/** The names of the entries, in this order. */
export const moduleNames: readonly string[] = Object.values(entries).map(({ name }) => name);

const options: Partial<TypeDocOptions> & PluginOptions = {
  plugin: ['typedoc-plugin-markdown'],
  outputs: [{ name: 'markdown', path: `${pagesFolder}api` }],
  entryPoints: Object.keys(entries).map((entry) => `${repository}src/${entry}.ts`),
  tsconfig: `${repository}tsconfig.json`,
  // `npm run types` checks the types.
  skipErrorChecking: true,
  readme: 'none',
  disableSources: true,
  excludeInternal: true,
  logLevel: LogLevel.Warn,
  entryFileName: 'index',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  sanitizeComments: true,
  useHTMLEncodedBrackets: true,
  indexFormat: 'table',
  sortEntryPoints: false,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'list',
  typeDeclarationFormat: 'table',
  tableColumnSettings: { hideModifiers: true, hideInherited: true, hideOverrides: true },
  pageTitleTemplates: {
    index: 'API',
    module: '{name}',
    member: ({ rawName }) => rawName.replace(/<.*/, ''),
  },
};

/** The interface of the values of one call, as `SessionLoginValues`. */
const isOfCall = (name: string): boolean =>
  /^(Allmedia|Payment|Session|Statistics|System)\w+Values$/.test(name);

/** Writes the reference of the package, a page for each export, from the doc comments. */
export async function writeApiReference(): Promise<void> {
  const application = await Application.bootstrapWithPlugins(options as Partial<TypeDocOptions>);
  const project = await application.convert();
  if (!project) throw new Error('The API reference could not be made of the sources.');
  for (const module of project.children ?? []) {
    const entry = entries[module.name];
    if (!entry) throw new Error(`${module.name} is no entry of the package.`);
    // Pages and headings bear the names that a page imports.
    module.name = entry.name;
    module.comment = new Comment([{ kind: 'text', text: entry.use }]);
    // The page of each endpoint has its values.
    const values = (module.children ?? []).filter(({ name }) => isOfCall(name));
    for (const each of values) project.removeReflection(each);
    // A group keeps what is removed, and would write it out on the page of the entry.
    for (const group of module.groups ?? []) {
      group.children = group.children.filter(({ name }) => !isOfCall(name));
    }
  }
  await application.generateOutputs(project);
  removeInheritance(`${pagesFolder}api/`);
}

/** Members of a base that is not exported would each name it: it says nothing to a reader. */
function removeInheritance(folder: string): void {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.md')) continue;
    const text = readFileSync(folder + path, 'utf8');
    writeFileSync(folder + path, text.replaceAll(/^#+ Inherited from\n\n.+\n+/gm, ''));
  }
}
