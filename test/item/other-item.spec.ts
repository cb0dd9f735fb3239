import { expect, test } from '@playwright/test';
import { otherItem } from '../../src/item/other-item.ts';

const internals = { reference: { item: 7, streamtype: 'video' }, globalId: 5_000_007 };

test('a global ID is that of another item only if the platform names another one', () => {
  const text = 'item 7: globalid 5000007 is item 8';
  for (const [id, expected] of [
    [7, undefined],
    ['7', undefined],
    [8, text],
    ['8', text],
    [undefined, undefined],
    ['', undefined],
    [0, undefined],
  ] as const) {
    expect(otherItem(internals, { general: { ID: id } as never }), String(id)).toBe(expected);
  }
});
