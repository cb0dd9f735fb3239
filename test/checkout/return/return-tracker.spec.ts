import { expect, test } from '@playwright/test';
import type { Provider } from '../../../src/checkout/providers/provider.ts';
import { createReturnTracker } from '../../../src/checkout/return/return-tracker.ts';

const card = { name: 'card', type: 'redirect' } as Provider;

test('a provider reads a return once, unless it may try again', () => {
  const tracker = createReturnTracker(() => {});
  expect(tracker.beginReading('a', undefined)).toBe(true);
  expect(tracker.beginReading('a', undefined)).toBe(false);
  expect(tracker.beginReading('a', card), 'the page has added it').toBe(true);
  expect(tracker.beginReading('a', card)).toBe(false);
  expect(tracker.beginReading('b', card)).toBe(true);
  tracker.readAgain('a');
  expect(tracker.beginReading('a', card)).toBe(true);
});

test('a page is told of a return once', () => {
  const tracker = createReturnTracker(() => {});
  expect(['a', 'b', 'a'].map((text) => tracker.reportOnce(text))).toEqual([true, true, false]);
});

test('a return waits from the first refusal of the journal until it is written', () => {
  const tracker = createReturnTracker(() => {});
  tracker.setWaiting('a', true);
  expect([tracker.isWaiting('a'), tracker.isWaiting('b'), tracker.isWaiting(undefined)]).toEqual([
    true,
    false,
    false,
  ]);
  tracker.setWaiting('a', false);
  expect(tracker.isWaiting('a')).toBe(false);
});

test('reading is paused until each pause has ended, however often one is ended', () => {
  let resumed = 0;
  const tracker = createReturnTracker(() => resumed++);
  expect(tracker.isPaused()).toBe(false);
  const ends = [tracker.pause(), tracker.pause()];
  ends[0]!();
  ends[0]!();
  expect([tracker.isPaused(), resumed]).toEqual([true, 1]);
  ends[1]!();
  expect([tracker.isPaused(), resumed]).toEqual([false, 2]);
});
