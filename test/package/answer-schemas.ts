import { resolve } from 'node:path';
import ts from 'typescript';
import type { Schema } from '../../demo/platform/openapi/schema.ts';

/** The schemas of all results, and of the types that several of them share. */
export interface AnswerSchemas {
  readonly results: Readonly<Record<string, Schema>>;
  readonly shared: Readonly<Record<string, Schema>>;
}

interface Reading {
  readonly checker: ts.TypeChecker;
  readonly shared: Record<string, Schema>;
}

const file = resolve('test/package/answer-results.ts');
const wireFlag: Schema = {
  description: 'A boolean: platforms send it as 0 or 1, as text, or as it is.',
  enum: [0, 1, '0', '1', true, false],
};

/** Reads the types in `src/contract/answers/` as JSON Schema, with their comments. */
export function answerSchemas(): AnswerSchemas {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
  const program = ts.createProgram([file], { ...options, exactOptionalPropertyTypes: true });
  const checker = program.getTypeChecker();
  const [symbol] = checker.getExportsOfModule(
    checker.getSymbolAtLocation(program.getSourceFile(file)!)!,
  );
  const reading: Reading = { checker, shared: { WireFlag: wireFlag } };
  const results = checker
    .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol!))
    .map((each): [string, Schema] => [each.name, schemaOf(checker.getTypeOfSymbol(each), reading)]);
  return { results: Object.fromEntries(sorted(results)), shared: sortedMembers(reading.shared) };
}

const sorted = <Value>(entries: readonly [string, Value][]): [string, Value][] =>
  entries.toSorted(([a], [b]) => (a < b ? -1 : 1));

const sortedMembers = <Value>(members: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(sorted(Object.entries(members)));

function schemaOf(type: ts.Type, reading: Reading): Schema {
  if (type.isUnion()) return unionSchema(type.types, reading);
  if (type.flags & ts.TypeFlags.Unknown) return {};
  if (type.flags & ts.TypeFlags.StringLike || type.isIntersection()) return { type: 'string' };
  if (type.flags & ts.TypeFlags.NumberLike) return { type: 'number' };
  if (!(type.flags & ts.TypeFlags.Object)) {
    throw new Error(`no schema for ${reading.checker.typeToString(type)}`);
  }
  return objectSchema(type, reading);
}

/** Types of a union: the words that are known, a flag, or several kinds. */
function unionSchema(types: readonly ts.Type[], reading: Reading): Schema {
  const given = types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
  if (given.some(({ flags }) => flags & ts.TypeFlags.BooleanLike)) {
    return { $ref: '#/components/schemas/WireFlag' };
  }
  if (given.length === 1) return schemaOf(given[0]!, reading);
  const words = given.flatMap((each) => (each.isStringLiteral() ? [each.value] : []));
  const others = given.filter((each) => !each.isStringLiteral() && !each.isNumberLiteral());
  const kinds = [
    ...new Set(given.map((each) => schemaOf(each, reading)['type'] as string)),
  ].toSorted();
  return {
    type: kinds.length === 1 ? kinds[0] : kinds,
    ...(words.length > 0 && (others.length > 0 ? { examples: words } : { enum: words })),
  };
}

function objectSchema(type: ts.Type, reading: Reading): Schema {
  const { checker, shared } = reading;
  const parameters = checker.getTypeArguments(type as ts.TypeReference);
  if (checker.isArrayType(type)) return { type: 'array', items: schemaOf(parameters[0]!, reading) };
  if (type.symbol.name === 'ReadonlyMap') {
    return mapSchema(parameters[0]!, parameters[1]!, reading);
  }
  const named = namedType(type, checker);
  if (!named) return membersSchema(type, reading);
  if (!shared[named.name]) {
    shared[named.name] = {}; // a type that contains itself ends here
    const description = textOf(named, checker);
    shared[named.name] = {
      ...(description && { description }),
      ...membersSchema(type, reading),
    };
  }
  return { $ref: `#/components/schemas/${named.name}` };
}

/**
 * The interface that a type is made of: `Wire` keeps its members. `undefined` where members are
 * picked, optional in another way, or of several interfaces.
 */
function namedType(type: ts.Type, checker: ts.TypeChecker): ts.Symbol | undefined {
  const members = checker.getPropertiesOfType(type);
  const declarations = members.map(({ declarations: all }) => all?.[0]);
  const owner = declarations[0]?.parent;
  if (!owner || declarations.some((each) => each?.parent !== owner)) return undefined;
  const isNamed = ts.isInterfaceDeclaration(owner) || ts.isTypeAliasDeclaration(owner.parent);
  if (!isNamed) return undefined;
  const named = ts.isInterfaceDeclaration(owner) ? owner : owner.parent;
  const symbol = checker.getSymbolAtLocation((named as ts.InterfaceDeclaration).name)!;
  // `raw` is what the runtime adds. The platform does not send it.
  const all = checker
    .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))
    .filter(({ name }) => name !== 'raw');
  const isWhole = all.every((each) =>
    members.some(
      ({ name, flags }) =>
        name === each.name &&
        (flags & ts.SymbolFlags.Optional) === (each.flags & ts.SymbolFlags.Optional),
    ),
  );
  return isWhole ? symbol : undefined;
}

function membersSchema(type: ts.Type, reading: Reading): Schema {
  const { checker } = reading;
  const properties = checker.getPropertiesOfType(type);
  const entry = checker.getIndexTypeOfType(type, ts.IndexKind.String);
  const required = properties
    .filter(({ flags }) => !(flags & ts.SymbolFlags.Optional))
    .map(({ name }) => name);
  return {
    type: 'object',
    ...(properties.length > 0 && {
      properties: Object.fromEntries(
        properties.map((each) => [each.name, memberSchema(each, reading)]),
      ),
    }),
    ...(required.length > 0 && { required }),
    ...(entry && { additionalProperties: schemaOf(entry, reading) }),
  };
}

function memberSchema(member: ts.Symbol, reading: Reading): Schema {
  const { checker } = reading;
  const description = textOf(member, checker);
  return {
    ...schemaOf(checker.getTypeOfSymbol(member), reading),
    ...(description && { description }),
  };
}

/** Statistics: on the wire an object, whose numbers may be text. */
function mapSchema(key: ts.Type, value: ts.Type, reading: Reading): Schema {
  const figure = schemaOf(value, reading);
  return {
    type: 'object',
    ...keySchema(key),
    additionalProperties: figure['type'] === 'number' ? { type: ['number', 'string'] } : figure,
  };
}

function keySchema(key: ts.Type): Schema {
  if (key.flags & ts.TypeFlags.TemplateLiteral) {
    return { propertyNames: { pattern: '^\\d{4}-\\d{2}-\\d{2}$' } };
  }
  if (!key.isUnion()) return {};
  const numbers = key.types.flatMap((each) => (each.isNumberLiteral() ? [each.value] : []));
  return { propertyNames: { enum: numbers.map(String) } };
}

/** The comment of a symbol as one line. */
const textOf = (symbol: ts.Symbol, checker: ts.TypeChecker): string =>
  ts.displayPartsToString(symbol.getDocumentationComment(checker)).replace(/\s+/g, ' ').trim();
