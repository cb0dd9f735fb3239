import { resolve } from 'node:path';
import ts from 'typescript';

/** The options of a strict page that imports the build. */
export const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.asynciterable.d.ts'],
  types: ['node'],
  paths: {
    'usher-runtime': [resolve('dist/index.d.ts')],
    'usher-runtime/elements': [resolve('dist/elements.d.ts')],
    'usher-runtime/elements/react': [resolve('dist/elements-react.d.ts')],
    'usher-runtime/react': [resolve('dist/react.d.ts')],
    'usher-runtime/testing': [resolve('dist/testing.d.ts')],
    // What the payment provider of the demo serves.
    'http://127.0.0.1:4175/in-page.js': [resolve('demo/provider/page/in-page.ts')],
  },
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  skipLibCheck: true,
  noEmit: true,
  jsx: ts.JsxEmit.Preserve,
};

/**
 * What the compiler says of modules that are in no file, a line for each error. They import the
 * build as `usher-runtime`.
 */
export function compile(modules: ReadonlyMap<string, string>): string[] {
  const host = ts.createCompilerHost(compilerOptions);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (path) => modules.has(path) || fileExists(path);
  host.readFile = (path) => modules.get(path) ?? readFile(path);
  host.getSourceFile = (path, target, ...rest) => {
    const code = modules.get(path);
    return code === undefined
      ? getSourceFile(path, target, ...rest)
      : ts.createSourceFile(path, code, target);
  };
  const program = ts.createProgram([...modules.keys()], compilerOptions, host);
  return [...modules.keys()].flatMap((path) => {
    const file = program.getSourceFile(path)!;
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  });
}
