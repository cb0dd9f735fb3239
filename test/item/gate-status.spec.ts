import { expect, test } from '@playwright/test';
import { gateStatus, mayPlay, type GateStatus } from '../../src/item/gate-status.ts';
import type { ItemState } from '../../src/item/item-state.ts';

const cases: readonly [ItemState['access'], boolean, number, number, GateStatus][] = [
  ['granted', false, 100, 0, 'open'],
  ['granted', true, 0, 30, 'open'],
  ['denied', false, 29.9, 30, 'preview'],
  ['unknown', true, 29.9, 30, 'preview'],
  ['denied', false, 30, 30, 'held'],
  ['denied', true, 0, 0, 'held'],
  ['unknown', true, 0, 0, 'checking'],
  ['unknown', false, 0, 0, 'held'],
];

for (const [access, checking, time, preview, status] of cases) {
  const words = `${access}${checking ? ', checking' : ''}, at ${time} s of a preview of ${preview} s`;
  test(`a gate whose item is ${words} is ${status}`, () => {
    expect(gateStatus({ access, checking }, time, preview)).toBe(status);
    expect(mayPlay(status)).toBe(status === 'open' || status === 'preview');
  });
}
