import { expect, test } from '@playwright/test';
import { createCallLog } from '../../src/transport/call-log.ts';

test('a report has the last 50 requests and the last 50 failures', () => {
  let at = 0;
  const log = createCallLog({ now: () => 1000 + at, monotonic: () => at });
  for (let attempt = 1; attempt <= 52; attempt++) {
    log.fail({ failedAt: attempt, id: 'a/b', attempt, code: 'network', status: undefined });
    const end = log.begin('a/b');
    at += 10;
    end(200);
  }
  expect(log.failures.map(({ attempt }) => attempt)).toEqual(
    Array.from({ length: 50 }, (_, index) => index + 3),
  );
  expect(log.calls).toHaveLength(50);
  expect(log.calls[0]).toEqual({ startedAt: 1020, id: 'a/b', durationMs: 10, status: 200 });
});

test('a request has its reference, and status 0 without an answer', () => {
  const log = createCallLog({ now: () => 1, monotonic: () => 1 });
  log.begin('a/b', 'ref')(0);
  expect(log.calls).toEqual([
    { startedAt: 1, id: 'a/b', durationMs: 0, status: 0, reference: 'ref' },
  ]);
});
