import { assert, expect } from 'chai';
import { encodeCall } from '../../src/contract/encode-call.ts';
import type { Area, FieldSpec, Row } from '../../src/contract/endpoint.ts';
import { fieldSpec } from '../../src/contract/field.ts';
import { isUsherError } from '../../src/errors/is-usher-error.ts';
import { areas, locate } from '../fixtures/contract/areas.ts';
import { refusal } from '../fixtures/contract/refusal.ts';
import { wrongValues } from '../fixtures/contract/wrong-values.ts';

const fieldsOf = (area: Area, row: Row): [string, FieldSpec][] =>
  Object.entries({
    ...row.path,
    ...row.query,
    ...row.body,
    ...(row.standard && area.standard),
  }).map(([key, field]) => [key, fieldSpec(field)]);

/** Calls the check with every field of every endpoint of an area. */
function everyField(area: Area, check: (id: string, key: string, spec: FieldSpec) => void): void {
  for (const [name, row] of Object.entries(area.rows)) {
    for (const [key, spec] of fieldsOf(area, row)) check(`${area.name}/${name}`, key, spec);
  }
}

function expectRefused(id: string, key: string, spec: FieldSpec, value: unknown): void {
  const {
    code,
    endpoint,
    field,
    value: given,
    allowed,
    retryable,
    message,
  } = refusal(id, { [key]: value });
  const named =
    endpoint === id &&
    field === key &&
    Object.is(given, spec.secret || spec.personal ? '(hidden)' : value) &&
    /\w{3}/.test(allowed);
  const said = [id, key, allowed].every((part) => message.includes(part));
  // One plain comparison: this runs some 40,000 times.
  if (code !== 'input' || retryable || !named || !said) assert.fail(`${id} ${key}: ${message}`);
}

const inOtherCase = (text: string): string =>
  text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();

describe('an invalid value', () => {
  for (const given of ['blender', ['blender']]) {
    it(`says that fields are needed in place of ${JSON.stringify(given)}`, () => {
      const { field, message } = refusal('allmedia/byquery', given);
      expect(field).to.equal('0');
      expect(message).to.equal('allmedia/byquery: the values must be an object with fields');
    });
  }

  for (const area of areas) {
    it(`of a wrong type is refused by every field of every ${area.name} endpoint`, () => {
      everyField(area, (id, key, spec) =>
        wrongValues[spec.kind].forEach((value) => expectRefused(id, key, spec, value)),
      );
    });

    it(`outside of an enumeration of ${area.name} is refused, and the error lists the enumeration`, () => {
      everyField(area, (id, key, spec) => {
        if (!spec.oneOf) return;
        for (const one of spec.oneOf) {
          const other = typeof one === 'number' ? one + 0.5 : inOtherCase(one);
          if (!spec.oneOf.includes(other)) expectRefused(id, key, spec, other);
          expectRefused(id, key, spec, typeof one === 'number' ? String(one) : ` ${one}`);
          expect(
            refusal(id, { [key]: typeof one === 'number' ? 7 : 'no such value' }).allowed,
          ).to.include(String(one));
        }
      });
    });

    it(`outside of a range of ${area.name} is refused, and its ends are accepted`, () => {
      everyField(area, (id, key, spec) => {
        for (const [end, step] of [
          [spec.min, -1],
          [spec.max, 1],
        ] as const) {
          if (end === undefined) continue;
          expectRefused(id, key, spec, end + step);
          expect(refusal(id, { [key]: end + step }).allowed).to.include(String(end));
          expect(() =>
            encodeCall(area, id.slice(area.name.length + 1), { [key]: end }),
          ).to.not.throw(/must be a /);
        }
      });
    });

    it(`for an unknown field of a ${area.name} endpoint is refused`, () => {
      for (const name of Object.keys(area.rows)) {
        for (const key of [
          'nosuchfield',
          '__proto__',
          'constructor',
          'toString',
          '',
          ':globalid',
        ]) {
          const error = refusal(`${area.name}/${name}`, JSON.parse(`{${JSON.stringify(key)}: 1}`));
          expect(error).to.include({ endpoint: `${area.name}/${name}`, field: key });
        }
      }
    });

    it(`for a missing required field of ${area.name} is refused`, () => {
      everyField(area, (id, key, spec) => {
        const [, name] = locate(id);
        const inPath = key in (area.rows[name]?.path ?? {}) && key !== 'argument';
        if (inPath || spec.required) {
          expect([
            key,
            ...fieldsOf(area, area.rows[name] as Row)
              .filter(([, one]) => one.required)
              .map(([one]) => one),
          ]).to.include(refusal(id, {}).field);
        }
        if (inPath) {
          expect(refusal(id, { [key]: undefined })).to.include({ field: key, value: undefined });
        }
      });
    });
  }

  it('for an unknown endpoint is refused', () => {
    for (const name of ['nosuch', '', '__proto__', 'constructor', 'LATEST']) {
      expect(refusal(`allmedia/${name}`, {})).to.include({ field: 'endpoint' });
    }
  });

  it('always gives an error of this library', () => {
    expect(isUsherError(refusal('allmedia/latest', { limit: 0 }), 'input')).to.equal(true);
  });
});
