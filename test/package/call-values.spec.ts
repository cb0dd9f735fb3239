import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import ts from 'typescript';
import { fieldText } from '../../src/contract/descriptions/fields.ts';
import { areas } from '../fixtures/contract/areas.ts';
import { compilerOptions } from '../support/compile.ts';
import { callValuesModule, modulePath } from './call-values.ts';

for (const area of areas) {
  test(`the interfaces of ${area.name} are those that the table gives`, async () => {
    expect(readFileSync(modulePath(area), 'utf8')).toBe(await callValuesModule(area));
  });
}

test('every field has a description, and it ends as a sentence does', () => {
  const texts = areas.flatMap((area) =>
    Object.entries(area.rows).flatMap(([name, row]) =>
      Object.keys({
        ...row.path,
        ...row.query,
        ...row.body,
        ...(row.standard && area.standard),
      }).map((field) => [
        `${area.name}/${name}.${field}`,
        fieldText(`${area.name}/${name}`, field) ?? '',
      ]),
    ),
  );
  expect(texts.length).toBeGreaterThan(1500);
  expect(texts.filter(([, text]) => !/^\S.*\.$/.test(text!))).toEqual([]);
});

test('no script holds a description', () => {
  const paths = readdirSync('dist', { recursive: true, encoding: 'utf8' });
  const scripts = paths.filter((path) => path.endsWith('.js'));
  for (const path of scripts) {
    expect(readFileSync(`dist/${path}`, 'utf8'), path).not.toContain(fieldText('allmedia', 'cfo'));
  }
});

const program = `import type { Allmedia, Statistics, Usher } from 'usher-runtime';
declare const usher: Usher;
declare const allmedia: Allmedia;
declare const statistics: Statistics;
void usher.call('allmedia/latest', { limit: 20 });
void allmedia.byquery({ query: 'blender' });
void statistics.viewsbyday({ streamtype: 'video', from: '2026-11-01', to: '2026-11-02' });
`;

/** What an editor shows over the first such text of the program. */
function createHover(): (text: string) => string {
  const path = resolve('hover.ts');
  const host: ts.LanguageServiceHost = {
    getScriptFileNames: () => [path],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const source = name === path ? program : ts.sys.readFile(name);
      return source === undefined ? undefined : ts.ScriptSnapshot.fromString(source);
    },
    getCurrentDirectory: () => process.cwd(),
    getCompilationSettings: () => compilerOptions,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
  };
  const service = ts.createLanguageService(host);
  return (text) => {
    const info = service.getQuickInfoAtPosition(path, program.indexOf(text));
    return [info?.displayParts, info?.documentation]
      .map((parts) => ts.displayPartsToString(parts))
      .join('\n');
  };
}

test('an editor shows the values of a call by name, and the meaning of each field', () => {
  const hover = createHover();
  expect(hover("call('allmedia")).toContain('values?: AllmediaLatestValues | undefined');
  expect(hover('limit: 20')).toContain('from 1 to 100');
  expect(hover('byquery(')).toContain('values: AllmediaByqueryValues');
  expect(hover('byquery(')).toContain('Items that a query finds');
  expect(hover("query: 'blender'")).toContain('The words to search for.');
  expect(hover('viewsbyday(')).toContain('values: StatisticsViewsbydayValues');
  expect(hover('viewsbyday(')).toContain('Views, by day.');
  expect(hover('from:')).toContain('`YYYY-MM-DD`, or a `Date`');
});
