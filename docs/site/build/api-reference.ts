import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Application, LogLevel, type TypeDocOptions } from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';
import { pagesFolder, repository } from './paths.ts';

/** The entries of the package: their source, and the name that a page imports. */
const entries: Readonly<Record<string, string>> = {
  index: 'usher-runtime',
  'elements/define-elements': 'usher-runtime/elements',
  'testing/create-fake-usher': 'usher-runtime/testing',
};

/** Those names, in this order. */
export const moduleNames: readonly string[] = Object.values(entries);

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
    // Pages and headings bear the names that a page imports.
    module.name = entries[module.name] ?? module.name;
    // The page of each endpoint has its values.
    const values = (module.children ?? []).filter(({ name }) => isOfCall(name));
    for (const each of values) project.removeReflection(each);
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
