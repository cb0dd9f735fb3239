import { expect, test } from '@playwright/test';
import { createConcurrencyLimit } from '../../src/transport/concurrency-limit.ts';

test('a task that is aborted while it waits rejects at once, and never runs', async () => {
  const limit = createConcurrencyLimit(1);
  let finish = (): void => {};
  const first = limit(() => new Promise<void>((resolve) => (finish = resolve)), []);
  const abort = new AbortController();
  let ran = 0;
  const waiting = limit(async () => ran++, [abort.signal]);
  abort.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
  finish();
  await first;
  await limit(async () => {}, []);
  expect(ran).toBe(0);
});
