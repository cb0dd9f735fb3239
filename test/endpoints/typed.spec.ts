import { resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import ts from 'typescript';
import { documented, endpoints } from '../fixtures/contract/documented.ts';
import { writeColumn } from './coverage-table.mjs';

/**
 * What the compiler is asked about: the values of every call, as a publisher's code would name
 * them.
 */
const probe = resolve('test/endpoints/probe.ts');
const text = `import type { CallValues, EndpointId } from '../../src/index.ts';\nexport type Values = { [Id in EndpointId]: CallValues<Id> };\n`;

/** The type of every call's values, by id. */
function readTypes(): { checker: ts.TypeChecker; types: Map<string, ts.Type> } {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => file === probe || fileExists(file);
  host.getSourceFile = (file, version, ...rest) =>
    file === probe
      ? ts.createSourceFile(file, text, version)
      : getSourceFile(file, version, ...rest);
  const program = ts.createProgram([probe], options, host);
  const checker = program.getTypeChecker();
  const [symbol] = checker.getExportsOfModule(
    checker.getSymbolAtLocation(program.getSourceFile(probe)!)!,
  );
  const all = checker.getDeclaredTypeOfSymbol(symbol!);
  return {
    checker,
    types: new Map(
      checker
        .getPropertiesOfType(all)
        .map((property) => [property.name, checker.getTypeOfSymbol(property)]),
    ),
  };
}

const typed: string[] = [];
test.beforeAll(() => writeColumn('typed', typed)); // what an earlier run did counts no more
test.afterAll(() => writeColumn('typed', typed));

const says = ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Never;

test('the values of every call have the fields of the documents, required ones as such, and none of them is any, unknown or never', () => {
  test.setTimeout(60_000); // the compiler reads all of the source
  const { checker, types } = readTypes();
  for (const endpoint of endpoints) {
    const type = types.get(endpoint.id);
    expect(type && !(type.flags & says), endpoint.id).toBe(true);
    const fields: Record<string, boolean> = {};
    for (const property of checker.getPropertiesOfType(type!)) {
      expect(
        checker.getTypeOfSymbol(property).flags & says,
        `${endpoint.id} ${property.name}`,
      ).toBe(0);
      fields[property.name] = !(property.flags & ts.SymbolFlags.Optional);
    }
    const expected = Object.entries(documented(endpoint).fields).map(
      ([name, { required }]): [string, boolean] => [name, required],
    );
    expect({ id: endpoint.id, fields }).toEqual({
      id: endpoint.id,
      fields: Object.fromEntries(expected),
    });
    typed.push(endpoint.id);
  }
  expect([...types.keys()].sort()).toEqual(endpoints.map(({ id }) => id).sort());
});
