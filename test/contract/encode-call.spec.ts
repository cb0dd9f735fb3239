import { expect, test } from '@playwright/test';
import { encodeCall } from '../../src/contract/encode-call.ts';
import { locate } from '../fixtures/contract/areas.ts';

/** A call that sets no parameter, with those of a dialect. */
const encode = (id: string, values: object, parameters: object): unknown =>
  encodeCall(...locate(id), values, parameters as never);

const statistics = { streamtype: 'video', from: '2026-11-01', to: '2026-11-02' };

test('a kind of a parameter of the dialect that its area cannot encode is named at the first call', () => {
  for (const [field, kind] of [
    ['day', 'day'],
    [{ kind: 'choice' }, 'choice'],
    ['toString', 'toString'],
    [{}, undefined],
    [null, undefined],
  ] as const) {
    expect(() => encode('allmedia/latest', {}, { media: { since: field } })).toThrow(
      expect.objectContaining({
        code: 'input',
        endpoint: 'createUsher',
        field: 'dialect.parameters.media.since',
        value: kind,
        allowed: expect.stringMatching(/^of the kind text, .*, timestamp, streamtypes$/),
      }),
    );
  }
  const parameters = { statistics: { votes: 'ids' } };
  expect(() => encode('statistics/viewsbyday', statistics, parameters)).toThrow(
    expect.objectContaining({ code: 'input', field: 'dialect.parameters.statistics.votes' }),
  );
});

test('a wrong kind for one area refuses no call of another one', () => {
  const parameters = { media: { since: 'day' }, statistics: { since: 'day' } };
  expect(encode('statistics/viewsbyday', statistics, parameters)).toMatchObject({
    query: 'streamtype=video&from=2026-11-01&to=2026-11-02',
  });
  expect(encode('system/countrycodes', {}, parameters)).toMatchObject({ query: '' });
});

test('a parameter of the dialect is encoded by its kind', () => {
  const media = { since: 'timestamp', votes: { kind: 'integer', min: 1 } };
  const values = { since: new Date(5000), votes: 7, limit: 3 };
  expect(encode('allmedia/latest', values, { media })).toMatchObject({
    query: 'since=5&votes=7&limit=3',
  });
});
