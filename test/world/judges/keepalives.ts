import { isCalm, timeText, type Facts, type SentRequest } from '../facts.ts';
import type { World } from '../world.ts';
import { isOfDevice } from './same-device.ts';
import { couldNotTell } from './stalls.ts';

// Judge 7: a session is kept alive every 10 to 15 min, by one of all tabs.

const shortestKeepaliveMs = 600_000;
const disturbing = [
  'network',
  'clocks',
  'database',
  'storage',
  'cleared',
  'killed',
  'platform',
  'chunks',
] as const;

const isKeepalive = ({ id, status }: SentRequest): boolean =>
  id === 'session/keepalive' && status === 200;

/** Two keepalives of one session are at least 10 min apart. */
export function keepalivesTooOften(facts: Facts): string[] {
  const kept = facts.sent.filter(isKeepalive);
  return kept.flatMap((one, index) => {
    const before = kept
      .slice(0, index)
      .findLast((other) => other.session === one.session && other.device === one.device);
    if (!before || one.at - before.at >= shortestKeepaliveMs) return [];
    // Duplicates of a tab share a session, and no lease, also after a move.
    if (!isOfDevice(facts, one.page) || !isOfDevice(facts, before.page)) return [];
    if (facts.calls.some(({ name }) => name === 'consent')) return [];
    const isDisturbed =
      !isCalm(facts, one.device, disturbing, before.at - 2 * shortestKeepaliveMs, one.at) ||
      hasSleptBetween(facts, before, one) ||
      couldNotTell(facts, before, one);
    return isDisturbed
      ? []
      : [
          `7. keepalives of ${one.session}: ${before.page} at ${timeText(before.at)}, ${one.page} at ${timeText(one.at)}`,
        ];
  });
}

/** A page that freezes or closes cannot say that it has kept the session alive. */
export const hasSleptBetween = ({ lives }: Facts, before: SentRequest, one: SentRequest): boolean =>
  lives.some(
    ({ page, life, at }) =>
      (page === before.page || page === one.page) &&
      life !== 'awake' &&
      at >= before.at - shortestKeepaliveMs &&
      at <= one.at,
  );

const longestSilenceMs = 900_000;

/** While a page is awake and all is well, its session is kept alive within 15 min. */
export function keepalivesTooRare(world: World, from: number, to: number): string[] {
  const { facts, devices } = world;
  return devices
    .flatMap((device) => device.pages())
    .filter(({ isDisposed, usher }) => !isDisposed && usher.$session.get().status === 'ready')
    .flatMap((page) => {
      const { id } = page.usher.$session.get();
      const contacts = facts.sent
        .filter(
          ({ status, session, opened, arrivedAt }) =>
            status === 200 &&
            (session === id || opened === id) &&
            arrivedAt !== undefined &&
            arrivedAt >= from,
        )
        .map(({ arrivedAt }) => arrivedAt!);
      const openedAt = world.platform.sessions.get(id ?? '')?.openedAt ?? from;
      const times = [Math.max(from, openedAt), ...contacts, to];
      const gap = times.findIndex(
        (time, index) => index > 0 && time - times[index - 1]! > longestSilenceMs,
      );
      return gap < 0
        ? []
        : [
            `7. ${page.name} shows ${id}, which was not kept alive from ${timeText(times[gap - 1]!)} to ${timeText(times[gap]!)}`,
          ];
    });
}
