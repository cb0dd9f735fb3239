import { expect } from 'chai';
import type { Area, Field, Fields, Row } from '../../src/contract/endpoint.ts';
import { fieldSpec } from '../../src/contract/field.ts';
import { areas } from '../fixtures/contract/areas.ts';
import {
  documented,
  endpoints,
  type PlainEndpoint,
  type PlainField,
} from '../fixtures/contract/documented.ts';
import additions from '../samples/additions.json' with { type: 'json' };

function rowAsDocument(area: Area, name: string, row: Row): PlainEndpoint {
  const fields: Record<string, PlainField> = {};
  const add = (place: string, part: Fields = {}): void => {
    for (const [key, field] of Object.entries(part)) fields[key] = plain(place, key, field);
  };
  add('path', row.path);
  add('query', row.query);
  add('body', row.body);
  if (row.standard) add('query', area.standard);
  const named = Object.keys(row.path ?? {}).filter((key) => key !== 'argument');
  return {
    method: row.method,
    path: ['', area.name, name, ...named.map((key) => `:${key}`)].join('/'),
    fields,
    rules: [...(row.rules ?? []), ...((row.standard && area.rules) || [])],
    result: row.result,
    changes: row.effect === 'change',
  };
}

function plain(place: string, key: string, field: Field): PlainField {
  const { kind, required, oneOf, known, min, max, secret, default: fallback } = fieldSpec(field);
  const always = place === 'path' && key !== 'argument';
  return {
    place,
    type: kind,
    required: always || !!required,
    enum: oneOf,
    known,
    minimum: min,
    maximum: max,
    default: fallback,
    secret: !!secret,
  };
}

describe('the contract', () => {
  it('has the 114 endpoints of the document, area by area', () => {
    const count = Object.fromEntries(
      areas.map((area) => [area.name, Object.keys(area.rows).length]),
    );
    expect(count).to.deep.equal({
      statistics: 61,
      allmedia: 23,
      payment: 8,
      session: 8,
      system: 14,
    });
    expect(
      areas.flatMap((area) => Object.keys(area.rows).map((name) => `${area.name}/${name}`)),
    ).to.have.members(endpoints.map(({ id }) => id));
    expect(endpoints).to.have.length(114);
  });

  for (const area of areas) {
    it(`matches the document for every ${area.name} endpoint`, () => {
      const rows = Object.entries(area.rows).map(([name, row]) => [
        `${area.name}/${name}`,
        rowAsDocument(area, name, row),
      ]);
      const expected = endpoints
        .filter((endpoint) => endpoint.area === area.name)
        .map((endpoint) => [endpoint.id, documented(endpoint)]);
      expect(Object.fromEntries(rows)).to.deep.equal(Object.fromEntries(expected));
    });
  }

  it('accepts the unnamed argument exactly where the document lists one', () => {
    const listed = endpoints
      .filter(({ note }) => note?.includes('one unnamed string path parameter'))
      .map(({ id }) => id);
    expect(additions.argument.endpoints).to.have.members(listed);
  });
});
