import { InputError } from '../errors/input-error.ts';
import type { Area, FieldSpec, Row, Rule } from './endpoint.ts';

type Texts = Readonly<Record<string, string>>;

/**
 * Checks a call against the required fields and the rules of its row. Returns the path segments
 * after the id.
 */
export function validateCall(
  id: string,
  area: Area,
  row: Row,
  path: Texts,
  encoded: Texts,
): string {
  const fields = { ...row.path, ...row.query, ...row.body, ...(row.standard && area.standard) };
  for (const key of Object.keys(fields)) {
    const required = row.path?.[key] ? key !== 'argument' : (fields[key] as FieldSpec).required;
    if (required && !encoded[key]) throw new InputError(id, key, encoded[key], 'given');
  }
  for (const pair of encoded['extra'] ? encoded['extra'].split('&') : []) {
    const name = decodeURIComponent(pair.replace(/=.*/, ''));
    if (Object.prototype.hasOwnProperty.call(fields, name)) {
      throw new InputError(id, 'extra', name, 'without the names of fields');
    }
  }
  for (const rule of [...(row.rules ?? []), ...((row.standard && area.rules) || [])]) {
    checkRule(id, rule, encoded);
  }
  return Object.keys(row.path ?? {})
    .filter((key) => key in path)
    .map((key) => `/${segment(id, key, path[key]!)}`)
    .join('');
}

/** Encodes a path segment. Refuses those that servers or browsers change. */
function segment(id: string, key: string, wire: string): string {
  if (!wire || wire === '.' || wire === '..') {
    throw new InputError(id, key, wire, 'a path segment other than ".", ".." and the empty one');
  }
  return encodeURIComponent(wire);
}

function checkRule(id: string, rule: Rule, encoded: Texts): void {
  if ('exactlyOne' in rule) {
    if (rule.exactlyOne.filter((key) => encoded[key]).length !== 1) {
      throw new InputError(
        id,
        rule.exactlyOne.join(','),
        '(hidden)',
        'exactly one of them',
        `exactly one of ${rule.exactlyOne.join(' and ')} must be given`,
      );
    }
  } else if ('inOrder' in rule) {
    const [first, last] = rule.inOrder;
    const { [first]: from, [last]: to } = encoded;
    if (from && to && from > to) {
      throw new InputError(id, first, from, `not after ${last} (${to})`);
    }
  } else if (rule.field in encoded) {
    const { field, when, only } = rule;
    if (encoded[when] === only) return;
    const allowed = `left out unless ${when} is ${only}`;
    throw new InputError(id, field, '(hidden)', allowed, `${field} must be ${allowed}`);
  }
}
