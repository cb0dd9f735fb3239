import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import ts from 'typescript';
import { compile } from '../support/compile.ts';

/** The values that a script exports. */
const valuesOf = async (path: string): Promise<string[]> =>
  Object.keys((await import(pathToFileURL(path).href)) as object).toSorted();

/** The names that a declaration file exports as values. What it exports as a type is no value. */
function declaredValues(path: string): string[] {
  const program = ts.createProgram([path], { skipLibCheck: true });
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(path)!)!;
  const isType = (symbol: ts.Symbol): boolean =>
    symbol.declarations!.some(
      (each) => ts.isExportSpecifier(each) && (each.isTypeOnly || each.parent.parent.isTypeOnly),
    );
  return checker
    .getExportsOfModule(module)
    .filter((symbol) => {
      const { flags } =
        symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      return flags & ts.SymbolFlags.Value && !isType(symbol);
    })
    .map(({ name }) => name)
    .toSorted();
}

test('the declarations name the values that the module exports, and no others', async () => {
  const values = await valuesOf('dist/index.js');
  expect(values).toContain('createUsher');
  expect(declaredValues('dist/index.d.ts')).toEqual(values);
});

test('the same for the elements', async () => {
  const values = ['defineElements', 'describeAccess', 'describeError', 'describeOffer'];
  expect(await valuesOf('dist/elements.js')).toEqual(values);
  expect(declaredValues('dist/elements.d.ts')).toEqual(values);
});

test('the same for the hooks of React', async () => {
  const hooks = [
    'UsherProvider',
    'useItem',
    'usePurchases',
    'useQuery',
    'useSession',
    'useUser',
    'useUsher',
  ];
  expect(await valuesOf('dist/react.js')).toEqual(hooks);
  expect(declaredValues('dist/react.d.ts')).toEqual(hooks);
});

test('the same for the defaults of the dialect', async () => {
  expect(await valuesOf('dist/dialect.js')).toEqual(['defaultDialect']);
  expect(declaredValues('dist/dialect.d.ts')).toEqual(['defaultDialect']);
});

test('an element by its tag name, and the runtime, have types', () => {
  const program = `import { createUsher } from 'usher-runtime';
import { defineElements } from 'usher-runtime/elements';
import type { UsherGateElement, WordKey } from 'usher-runtime/elements';
const usher = createUsher({ baseUrl: 'https://api.example.com/v3.1/741' });
const key: WordKey = 'reason.geo';
defineElements({ usher, words: { fr: { [key]: 'Indisponible' } } });
const gate: UsherGateElement = document.createElement('usher-gate');
Object.assign(gate, { item: '7', preview: 30 });
gate.usher = usher;
`;
  const wrong = `defineElements({ words: { fr: { logn: 'Se connecter' } } });\n`;
  const messages = compile(
    new Map([
      ['a.ts', program],
      ['b.ts', program + wrong],
    ]),
  );
  expect(messages.join('\n')).toContain("'logn' does not exist");
  expect(messages.filter((each) => each.startsWith('a.ts'))).toEqual([]);
});

test('JSX of React has the elements with their properties, methods left out, and their events', () => {
  const fits = `import type {} from 'usher-runtime/elements/react';
import { useRef } from 'react';
import { createUsher } from 'usher-runtime';
import type { UsherGateElement } from 'usher-runtime/elements';
const usher = createUsher({ baseUrl: 'https://api.example.com/v3.1/741' });
export function Film() {
  const gate = useRef<UsherGateElement>(null);
  return (
    <usher-gate
      ref={gate}
      className="film"
      item="7"
      preview={30}
      usher={usher}
      onusher-purchase={({ detail }) => console.log(detail.status)}
    >
      <video slot="granted" />
    </usher-gate>
  );
}
`;
  const programs = {
    'fits.tsx': fits,
    'number.tsx': fits.replace('item="7"', 'item={1369342} globalId={5000342n}'),
    'property.tsx': fits.replace('item="7"', 'itm="7"'),
    'method.tsx': fits.replace('item="7"', 'choose={() => {}}'),
    'event.tsx': fits.replace('detail.status', 'detail.statsu'),
  };
  expect(compile(new Map(Object.entries(programs)))).toEqual([
    expect.stringMatching(/^property\.tsx: .*'itm' does not exist/s),
    expect.stringMatching(/^method\.tsx: .*'choose' does not exist/s),
    expect.stringMatching(/^event\.tsx: .*'statsu' does not exist.*Did you mean 'status'/s),
  ]);
});

test('the file for pages exports what the module exports', async () => {
  // Its chunks take parts of it by names of one or two letters.
  const values = (await valuesOf('dist/cdn/usher.js')).filter((name) => name.length > 2);
  expect(values).toEqual(await valuesOf('dist/index.js'));
});

const pays = (outcome: string): string =>
  `usher.configure({ providers: [{ name: 'card', type: 'in-page', pay: async () => (${outcome}) }] });`;

/** Programs that must not compile, and what the compiler must say. */
const rejected: { title: string; program: string; message: string }[] = [
  {
    title: 'a mistyped code of an error',
    program: "isUsherError(error, 'not-fond');",
    message: `Did you mean '"not-found"'?`,
  },
  {
    title: 'another mistyped code',
    program: "isUsherError(error, 'login-faild');",
    message: `Did you mean '"login-failed"'?`,
  },
  {
    title: 'a mistyped member of an error',
    program: "if (isUsherError(error, 'input')) error.feild;",
    message: "Did you mean 'field'?",
  },
  {
    title: 'a member of another kind of error',
    program: "if (isUsherError(error, 'aborted')) error.field;",
    message: "Property 'field' does not exist on type 'AbortedError'",
  },
  {
    title: 'a class of an error as a value',
    program: 'void (error instanceof InputError);',
    message: "'InputError' cannot be used as a value",
  },
  {
    title: 'a login by a hash with fields of a login by password',
    program: "void usher.login({ provider: 'hash', username: 'ada', password: 'lovelace' });",
    message: "'username' does not exist in type 'LoginValues<\"hash\">'",
  },
  {
    title: 'a login by a hash without its token',
    program: "void usher.login({ provider: 'hash' });",
    message: "Property 'token' is missing",
  },
  {
    title: 'a misspelled field of what pay returns',
    program: pays("{ outcome: 'approved', tokn: 't' }"),
    message: "Types of property 'tokn' are incompatible",
  },
  {
    title: 'a misspelled outcome',
    program: pays("{ outcome: 'aproved' }"),
    message: `Did you mean '"approved"'?`,
  },
];

const head = `import { createUsher, InputError, isUsherError } from 'usher-runtime';
declare const error: unknown;
const usher = createUsher({ baseUrl: 'https://api.example.com/v3.1/741' });
`;

test('the compiler names what is wrong', () => {
  const modules = new Map(
    rejected.map(({ program }, index): [string, string] => [`${index}.ts`, head + program]),
  );
  const messages = compile(modules);
  for (const [index, { title, message }] of rejected.entries()) {
    const own = messages.filter((each) => each.startsWith(`${index}.ts: `));
    expect(own.join('\n'), title).toContain(message);
    expect(own, title).toHaveLength(1);
  }
});
