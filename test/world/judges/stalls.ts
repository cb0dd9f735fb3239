import type { Facts, SentRequest } from '../facts.ts';

// Long tasks of pages. A page learns of nothing during one, and of all right after it.

/** How long a change takes to reach a page, in ms. */
const reachMs = 150;
/** How long a page acts on what it decided at the end of its long task, in ms. */
const actsForMs = 2000;

/**
 * Whether a page acts on what it knew before its long task: something happened during that, or just
 * before it, and it has only just ended. In world time.
 */
export const actsOnOld = (
  { stalls }: Facts,
  page: string,
  happenedAt: number,
  actsAt: number,
  forMs: number = actsForMs,
): boolean =>
  stalls.some(
    ({ page: name, from, to }) =>
      name === page && from <= happenedAt + reachMs && to >= happenedAt && to >= actsAt - forMs,
  );

/** How long the page of a request had had a long task right before it left, in ms. */
export const stalledBefore = ({ stalls }: Facts, { page: name, at }: SentRequest): number =>
  Math.max(
    0,
    ...stalls
      .filter(({ page, to }) => page === name && to <= at && to >= at - reachMs)
      .map(({ from, to }) => to - from),
  );

/**
 * Whether a page could not tell the page of a later request of an answer, because of its long task,
 * or not before that of the other one.
 */
export function couldNotTell(
  facts: Facts,
  { page: name, endedAt = Infinity }: SentRequest,
  later: SentRequest,
): boolean {
  const by = later.at - stalledBefore(facts, later);
  return facts.stalls.some(
    ({ page, from, to }) =>
      page === name && from <= endedAt + reachMs && to >= endedAt && to >= by - reachMs,
  );
}

/** When a long task of a page ends that it has at a moment, in page time. Default: that moment. */
export const freeAt = ({ stalls }: Facts, page: string, t: number): number =>
  stalls.find((stall) => stall.page === page && stall.fromT <= t && stall.toT >= t)?.toT ?? t;

/** The end of so many ms of a page without its long tasks, in page time. */
export function endOf(facts: Facts, page: string, from: number, ms: number): number {
  let end = from + ms;
  for (const { page: name, fromT, toT } of facts.stalls) {
    if (name === page && toT > from && fromT <= end) end += toT - Math.max(fromT, from);
  }
  return end;
}
