import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject } from 'ajv';
import {
  findNodeAtLocation,
  parseTree,
  printParseErrorCode,
  type JSONPath,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import {
  globalIdOf,
  type GivenCatalogue,
  type GivenItem,
} from '../../platform/catalogue/given-catalogue.ts';
import { packageFile } from '../package-file.ts';

/** What is wrong with a catalogue file, a line each: `my.json:12:7 items[3].title …`. */
export class CatalogueError extends Error {}

interface Problem {
  readonly path: JSONPath;
  readonly message: string;
}

/** More are not read to the end by anybody. */
const maxProblems = 20;

/**
 * Reads a catalogue, and checks it by `catalogue.schema.json`.
 *
 * @param name of the file, for messages
 * @throws {CatalogueError} with line, column and field of what is wrong
 */
export function readCatalogue(text: string, name: string): GivenCatalogue {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true });
  const [broken] = errors;
  if (!tree || broken) {
    const place = placeOf(text, broken?.offset ?? 0);
    const reason = broken ? wordsOf(printParseErrorCode(broken.error)) : 'the file is empty';
    throw new CatalogueError(`${name}:${place} is no JSON: ${reason}`);
  }
  const value: unknown = JSON.parse(text);
  const problems = findProblems(value);
  if (problems.length) {
    const lines = problems
      .map((problem) => ({ ...problem, offset: nodeAt(tree, problem.path).offset }))
      .sort((one, other) => one.offset - other.offset)
      .slice(0, maxProblems)
      .map(({ path, message, offset }) => {
        return `${name}:${placeOf(text, offset)} ${formatPath(path)} ${message}`;
      });
    throw new CatalogueError(lines.join('\n'));
  }
  return {
    items: itemsOf(value),
    hash: createHash('sha256').update(text).digest('hex'),
  };
}

/** `close bracket expected` of `CloseBracketExpected`. */
const wordsOf = (code: string): string => code.replace(/(?<!^)([A-Z])/g, ' $1').toLowerCase();

/** The schema has made sure of it, where this is read for anything but another check. */
function itemsOf(value: unknown): GivenItem[] {
  return (value as { items: GivenItem[] }).items;
}

function findProblems(value: unknown): Problem[] {
  const schema: object = JSON.parse(readFileSync(packageFile('catalogue.schema.json'), 'utf8'));
  const validate = new Ajv({ allErrors: true, verbose: true, strictTypes: false }).compile(schema);
  if (!validate(value)) return (validate.errors ?? []).flatMap(problemOf);
  return [...findRepeated(itemsOf(value)), ...findWrongDays(itemsOf(value))];
}

/** `anyOf` adds an error for each of its branches; its own says enough. */
function problemOf(error: ErrorObject): Problem[] {
  if (/\/anyOf\/\d+\//.test(error.schemaPath)) return [];
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  if (error.keyword === 'additionalProperties') {
    const { additionalProperty } = error.params as { additionalProperty: string };
    return [{ path: [...path, additionalProperty], message: 'is no field of a catalogue' }];
  }
  return [
    { path, message: `${messageOf(error)}, not ${JSON.stringify(error.data)?.slice(0, 60)}` },
  ];
}

function messageOf({ keyword, params, schemaPath, message = 'is wrong' }: ErrorObject): string {
  if (keyword === 'enum') {
    const { allowedValues } = params as { allowedValues: readonly string[] };
    return `must be one of ${allowedValues.join(', ')}`;
  }
  if (keyword === 'anyOf') {
    return 'must be an ID: a number from 1 to 2^53 - 1, or its digits as text';
  }
  if (/\/lines?\/pattern$/.test(schemaPath)) {
    return 'must have no control characters, and no half of a surrogate pair';
  }
  return message;
}

function findRepeated(items: readonly GivenItem[]): Problem[] {
  const ids = new Map<string, number>();
  const globalIds = new Map<string, number>();
  return items.flatMap((item, index) => {
    const problems: Problem[] = [];
    const id = `${item.streamtype ?? 'video'} ${item.id}`;
    const first = ids.get(id);
    if (first !== undefined) {
      problems.push({ path: ['items', index, 'id'], message: `is that of items[${first}]` });
    } else if (globalIds.has(globalIdOf(item))) {
      const field = item.globalId === undefined ? 'id' : 'globalId';
      const other = globalIds.get(globalIdOf(item));
      const message = `makes the GlobalID that of items[${other}]; give one of them another globalId`;
      problems.push({ path: ['items', index, field], message });
    }
    ids.set(id, first ?? index);
    if (!globalIds.has(globalIdOf(item))) globalIds.set(globalIdOf(item), index);
    return problems;
  });
}

/** Patterns accept the 31st of February, and the year 0, which the database does not know. */
function findWrongDays(items: readonly GivenItem[]): Problem[] {
  const fields = ['released', 'availableFrom', 'availableUntil'] as const;
  return items.flatMap((item, index) =>
    fields.flatMap((field) => {
      const text = item[field];
      if (text === undefined || isMoment(text)) return [];
      return [{ path: ['items', index, field], message: `must be a real date, not "${text}"` }];
    }),
  );
}

function isMoment(text: string): boolean {
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10));
  return isDay && new Date(text).getUTCFullYear() > 0 && day.getUTCFullYear() > 0;
}

/** The node of a path, or the nearest one around it that is there. */
function nodeAt(tree: Node, path: JSONPath): Node {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node) return node;
  }
  return tree;
}

function formatPath(path: JSONPath): string {
  const text = path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
  return text || 'the catalogue';
}

/** Line and column, from 1. */
function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n');
  return `${lines.length}:${lines.at(-1)!.length + 1}`;
}
