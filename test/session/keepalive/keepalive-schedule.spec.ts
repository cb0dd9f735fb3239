import { expect, test } from '@playwright/test';
import type { Clock } from '../../../src/browser/clock.ts';
import { createKeepaliveSchedule } from '../../../src/session/keepalive/keepalive-schedule.ts';
import { savedSession } from '../../fixtures/session/held-session.ts';

const startMs = 1_795_262_400_000;
const minuteMs = 60_000;

/** A schedule whose clocks a test sets, and a session that was kept alive at its start. */
function scheduleOf() {
  const times = { wall: startMs, monotonic: 0 };
  const clock = { now: () => times.wall, monotonic: () => times.monotonic } as Clock;
  const schedule = createKeepaliveSchedule({ clock, random: () => 0.5 });
  const session = savedSession('7', { keptAliveAt: startMs });
  schedule.noteSession(session);
  const pass = (ms: number): void => {
    times.wall += ms;
    times.monotonic += ms;
  };
  return { schedule, session, times, pass };
}

test('the next keepalive is due 10 to 14 min after the last one, by the clock that is ahead', () => {
  const { schedule, pass, times } = scheduleOf();
  const dueMs = schedule.msUntilNext();
  expect(dueMs).toBeGreaterThan(10 * minuteMs);
  expect(dueMs).toBeLessThan(14 * minuteMs);
  pass(minuteMs);
  expect(schedule.msUntilNext()).toBe(dueMs - minuteMs);
  times.monotonic += 30_000;
  expect(schedule.msUntilNext()).toBe(dueMs - minuteMs - 30_000);
});

test('a keepalive is due at once when the clocks differ by more than a minute', () => {
  const { schedule, times } = scheduleOf();
  times.wall -= minuteMs;
  expect(schedule.msUntilNext()).toBeGreaterThan(0);
  times.wall -= 1;
  expect(schedule.msUntilNext()).toBe(0);
});

test('a failed attempt is repeated after 15, 30 and 60 s, and not before the platform allows it', () => {
  const { schedule, pass } = scheduleOf();
  const waits = [0, 0, 0, 90_000].map((requestedMs) => {
    schedule.noteFailure(requestedMs);
    return schedule.msUntilNext();
  });
  expect(waits).toEqual([15_000, 30_000, 60_000, 90_000]);
  expect(schedule.msUntilNext('online')).toBe(90_000);
  schedule.noteFailure(0);
  expect(schedule.msUntilNext('online')).toBe(0);
  pass(15 * minuteMs);
  expect(schedule.noteFailure(0)).toBeGreaterThan(minuteMs);
});

test('a repeat is planned until its time, for the session that failed alone', () => {
  const { schedule, session, pass } = scheduleOf();
  expect(schedule.isRetryPlanned(session)).toBe(false);
  schedule.noteFailure(0);
  expect(schedule.hasFailed()).toBe(true);
  expect(schedule.isRetryPlanned(session)).toBe(true);
  expect(schedule.isRetryPlanned(savedSession('8'))).toBe(false);
  pass(15_000);
  expect(schedule.isRetryPlanned(session)).toBe(false);
});

test('a keepalive of another tab ends the repeats', () => {
  const { schedule, session, times } = scheduleOf();
  schedule.noteFailure(0);
  schedule.noteSession(session);
  expect(schedule.hasFailed()).toBe(true);
  schedule.noteSession({ ...session, keptAliveAt: times.wall + 1 });
  expect(schedule.hasFailed()).toBe(false);
});
