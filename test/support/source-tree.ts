import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';

/** How a module reaches another. Types are gone after compilation. */
export type ImportKind = 'value' | 'type' | 'dynamic';

export interface Import {
  readonly kind: ImportKind;
  /** A path from the root of the repository, or the name of a package. */
  readonly target: string;
}

export interface Module {
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  readonly source: string;
}

/** Reads the TypeScript modules below the given folders of the repository. */
export function readModules(...folders: string[]): Module[] {
  return folders.flatMap((folder) => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    return files.map((file) =>
      parseModule(posix.join(folder, file), readFileSync(posix.join(folder, file), 'utf8')),
    );
  });
}

export function parseModule(path: string, source: string): Module {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest);
  const imports: Import[] = [];
  const add = (kind: ImportKind, specifier: ts.Node | undefined): void => {
    if (!specifier || !ts.isStringLiteral(specifier)) return;
    const { text } = specifier;
    imports.push({
      kind,
      target: text.startsWith('.') ? posix.join(posix.dirname(path), text) : text,
    });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      add(
        node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword ? 'type' : 'value',
        node.moduleSpecifier,
      );
    } else if (ts.isExportDeclaration(node)) {
      add(node.isTypeOnly ? 'type' : 'value', node.moduleSpecifier);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add('type', node.argument.literal);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add('dynamic', node.arguments[0]);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { path, lines: source.split('\n').length - 1, imports, source };
}

/** The lines, from 0 on, that hold text of strings, templates or regular expressions. */
export function linesWithText({ path, source }: Module): Set<number> {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest);
  const lines = new Set<number>();
  const lineAt = (position: number): number => file.getLineAndCharacterOfPosition(position).line;
  const visit = (node: ts.Node): void => {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateExpression(node) ||
      node.kind === ts.SyntaxKind.RegularExpressionLiteral
    ) {
      const last = lineAt(node.getEnd());
      for (let line = lineAt(node.getStart(file)); line <= last; line++) lines.add(line);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return lines;
}

/** A module and all that come with it when it loads. */
export function loadedWith(modules: readonly Module[], start: Module): Module[] {
  const loaded = new Set([start]);
  for (const { imports } of loaded) {
    for (const { kind, target } of imports) {
      const module = kind === 'value' && modules.find(({ path }) => path === target);
      if (module) loaded.add(module);
    }
  }
  return [...loaded];
}
