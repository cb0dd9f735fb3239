import { expect, test } from '@playwright/test';
import { forgetOldest } from '../../src/item/forget-oldest.ts';
import { unasked } from '../../src/item/item-state.ts';
import type { KnownItem } from '../../src/item/item.ts';
import type { Items } from '../../src/item/items.ts';

/** Items of a page that keeps 1,000 of them. Each is granted, unless the page says more of it. */
function pageWithItems() {
  const known: Items['known'] = new Map();
  const observers: Items['observers'] = new Set();
  const shown: unknown[] = [];
  let looks = 0;
  forgetOldest({ item: () => undefined as never, known, observers });
  return {
    known,
    shown,
    looks: () => looks,
    change: () => observers.forEach((observe) => observe()),
    add(key: number, { listeners = 0, check = undefined as unknown, state = {} } = {}): void {
      const $state = {
        get lc() {
          looks++;
          return listeners;
        },
        get: () => state,
      };
      const display = (): void => void shown.push(key);
      known.set(key, { internals: { $state, check, display } } as unknown as KnownItem<unknown>);
    },
  };
}

test('a page forgets the oldest items from the first one over 1,000', () => {
  const page = pageWithItems();
  for (let key = 1; key <= 1000; key++) page.add(key);
  page.change();
  expect([page.known.size, page.shown]).toEqual([1000, []]);
  page.add(1001);
  page.change();
  expect([page.known.size, page.known.has(1), page.shown]).toEqual([1000, false, [1]]);
});

test('an item with a listener or a check under way is not forgotten, and one without a state is not shown', () => {
  const page = pageWithItems();
  page.add(1, { listeners: 1 });
  page.add(2, { check: {} });
  page.add(3, { state: unasked });
  page.add(4);
  for (let key = 5; key <= 1004; key++) page.add(key);
  page.change();
  expect([...page.known.keys()].slice(0, 3)).toEqual([1, 2, 5]);
  expect(page.shown).toEqual([4]);
});

test('the oldest items are looked for again when 100 more have come', () => {
  const page = pageWithItems();
  for (let key = 1; key <= 1050; key++) page.add(key, { listeners: 1 });
  page.change();
  expect(page.looks()).toBe(50);
  for (let key = 1051; key <= 1150; key++) {
    page.add(key, { listeners: 1 });
    page.change();
  }
  expect(page.looks()).toBe(50);
  page.add(1151, { listeners: 1 });
  page.change();
  expect(page.looks()).toBe(50 + 151);
});
