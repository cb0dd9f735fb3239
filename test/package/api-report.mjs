// `npm run api` writes the API reports into `etc/`: the public face of each entry of the package,
// without comments. With `--check` it compares them with the build, and fails when one differs.
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';

/**
 * The reports by the declarations of their entries. `isWhole`: with the types that the entry uses
 * and does not export. Where these are those of another entry, that entry's report has them.
 */
const entries = [
  { report: 'usher-runtime', types: 'index.d.ts', isWhole: true },
  { report: 'usher-runtime.elements', types: 'elements.d.ts', isWhole: true },
  { report: 'usher-runtime.elements-react', types: 'elements-react.d.ts', isWhole: false },
  { report: 'usher-runtime.react', types: 'react.d.ts', isWhole: false },
  { report: 'usher-runtime.dialect', types: 'dialect.d.ts', isWhole: false },
  { report: 'usher-runtime.testing', types: 'testing.d.ts', isWhole: false },
];

/** The files that the reports are made of. */
export const declarations = entries.map(({ types }) => types);

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Compares the reports of `etc/` with the declarations in a folder, or writes them.
 *
 * @param {string} folder where the declarations are, below the root of the repository
 * @param {boolean} isCheck whether the reports stay as they are
 * @returns {{ changed: string[], lines: string[] }} the reports that differ, and how
 */
export function compareReports(folder, isCheck) {
  const changed = [];
  const lines = [];
  for (const entry of entries) {
    const { apiReportChanged } = Extractor.invoke(configure(entry, folder), {
      localBuild: !isCheck,
      printApiReportDiff: isCheck,
      messageCallback: (message) => {
        message.handled = true;
        if (message.logLevel === 'error' || message.messageId === 'console-api-report-diff') {
          lines.push(message.text);
        }
      },
    });
    if (apiReportChanged) changed.push(`etc/${entry.report}.api.md`);
  }
  return { changed, lines };
}

function configure({ report, types, isWhole }, folder) {
  const declarations = resolve(root, folder, types);
  const temporary = resolve(root, 'test-results/api');
  mkdirSync(resolve(root, 'etc'), { recursive: true });
  return ExtractorConfig.prepare({
    packageJsonFullPath: resolve(root, 'package.json'),
    configObjectFullPath: undefined,
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: declarations,
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: {
          extends: resolve(root, 'tsconfig.json'),
          include: [],
          files: [declarations],
        },
      },
      apiReport: {
        enabled: true,
        includeForgottenExports: isWhole,
        reportFileName: `${report}.api.md`,
        reportFolder: resolve(root, 'etc'),
        reportTempFolder: temporary,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      // It finds fault with the form of comments, which are for editors and for typedoc.
      messages: {
        extractorMessageReporting: { default: { logLevel: 'none' } },
        tsdocMessageReporting: { default: { logLevel: 'none' } },
      },
    },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isCheck = process.argv.includes('--check');
  const { changed, lines } = compareReports('dist', isCheck);
  for (const line of lines) console.log(line);
  for (const report of changed) console.log(isCheck ? `${report} is old` : `${report} is written`);
  if (isCheck && changed.length > 0) {
    console.log('The public face has changed. Run `npm run api`, and commit what it writes.');
    process.exitCode = 1;
  }
}
