import { expect, test } from '@playwright/test';
import { encodeCall } from '../../src/contract/encode-call.ts';
import { locate } from '../fixtures/contract/areas.ts';

const encode = (extra: object): unknown => encodeCall(...locate('allmedia/latest'), { extra });

test('extra parameters may not replace a field of the call', () => {
  expect(() => encode({ limit: '5' })).toThrow(
    expect.objectContaining({ code: 'input', field: 'extra' }),
  );
  expect(encode({ toString: '5', proto: '6' })).toMatchObject({ query: 'toString=5&proto=6' });
});
