import { expect, test } from '@playwright/test';
import { InputError } from '../../src/errors/input-error.ts';
import { UsherError } from '../../src/errors/usher-error.ts';
import { unasked } from '../../src/item/item-state.ts';
import type { ItemCalls, ItemInternals, ItemReference } from '../../src/item/item.ts';
import { createItems } from '../../src/item/items.ts';

const film = { item: 7, streamtype: 'video' } as const;

interface Shop {
  readonly internals: () => ItemInternals;
}

/** Items whose code for checks comes from `load`, and the events that they emit. */
function itemsWith(load: () => Promise<ItemCalls> = () => new Promise(() => {})) {
  const events: unknown[] = [];
  const items = createItems<Shop>(
    load,
    (name, value) => void events.push([name, value]),
    (internals) => ({ internals }),
  );
  const internalsOf = (reference: ItemReference): ItemInternals =>
    items.item(reference).internals();
  return { items, events, internalsOf };
}

test('an item is unknown without a reason before it is checked', () => {
  const { items, events } = itemsWith();
  expect(items.item(film).$state.get()).toEqual({
    access: 'unknown',
    checking: false,
    reason: '',
    offers: [],
    checkedAt: null,
    expiresAt: null,
  });
  expect(events).toEqual([]);
});

test('the first global ID that the page gives for an item counts', () => {
  const { internalsOf } = itemsWith();
  for (const none of ['', null, undefined] as never[]) {
    expect(internalsOf({ ...film, globalId: none }).globalId).toBe(undefined);
  }
  expect(internalsOf({ ...film, globalId: '9007199254740993001' }).globalId).toBe(
    '9007199254740993001',
  );
  expect(internalsOf({ ...film, globalId: 5 }).globalId).toBe('9007199254740993001');
});

test('a value that is no reference is refused, with its field', () => {
  const { items } = itemsWith();
  const refusalOf = (reference: unknown): unknown => {
    try {
      return items.item(reference as never);
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      return [(error as InputError).endpoint, (error as InputError).field];
    }
  };
  for (const [reference, field] of [
    [undefined, 'item'],
    [null, 'item'],
    [{ item: null, streamtype: 'video' }, 'item'],
    [{ item: 7 }, 'streamtype'],
    [{ item: 7, streamtype: '' }, 'streamtype'],
    [{ ...film, globalId: 'abc' }, 'globalId'],
    [{ ...film, globalId: NaN }, 'globalId'],
    [{ ...film, globalId: {} }, 'globalId'],
    [{ ...film, title: 'x' }, 'title'],
  ] as const) {
    expect(refusalOf(reference)).toEqual(['usher.item', field]);
  }
});

test('a change is shown, emitted as text, and told to all that observe, also those that stop', () => {
  const { items, events } = itemsWith();
  const { $state, internals } = items.item({ item: 7n, streamtype: 'video' });
  const seen: unknown[] = [];
  const first = (): void => {
    items.observers.delete(first);
    items.observers.delete(second);
    seen.push('first');
  };
  const second = (...told: unknown[]): void => void seen.push(told);
  items.observers.add(first).add(second);
  const state = { ...unasked, access: 'granted', reason: 'paid' } as const;
  internals().display(state);
  expect($state.get()).toBe(state);
  expect(events).toEqual([['item', { ...state, item: '7', streamtype: 'video' }]]);
  expect(seen).toEqual(['first', [items.known.get('item=7&streamtype=video'), state]]);
});

test('the item that changed last is at the end, and a forgotten one that changes comes back', () => {
  const { items, internalsOf } = itemsWith();
  const queries = (): unknown[] => [...items.known.values()].map(({ internals }) => internals);
  const [one, two] = [internalsOf(film), internalsOf({ ...film, item: 8 })];
  one.display({ ...unasked });
  expect(queries()).toEqual([two, one]);
  expect(items.known.size).toBe(2);
  items.known.delete('item=7&streamtype=video'); // as forgetOldest does
  const newer = internalsOf(film);
  expect(newer).not.toBe(one);
  one.display({ ...unasked });
  expect(queries()).toEqual([two, newer, one]);
  one.display({ ...unasked });
  newer.display({ ...unasked });
  expect(queries()).toEqual([two, one, newer]);
  expect(internalsOf(film)).toBe(newer);
});

test('a check whose code cannot be loaded keeps the answer, and shows why', async () => {
  const { items, events } = itemsWith(() => Promise.reject(new UsherError('network', 'no code')));
  const { internals, $state, check } = items.item(film);
  internals().display({ ...unasked, access: 'granted', reason: 'paid', checking: true });
  const error = { code: 'network', message: 'no code', retryable: false };
  const expected = { ...unasked, access: 'granted', reason: 'paid', checking: false, error };
  expect(await check()).toEqual(expected);
  expect($state.get()).toEqual(expected);
  expect(events).toHaveLength(2);
});

test('an item is checked by its first listener, and again only when its state is out of date', () => {
  let calls = 0;
  const { items } = itemsWith(() => {
    calls++;
    return new Promise(() => {});
  });
  const { $state, internals } = items.item(film);
  $state.listen(() => {});
  expect(calls).toBe(1);
  Object.assign(internals(), { isStale: false });
  $state.subscribe(() => {});
  expect(calls).toBe(1);
});
