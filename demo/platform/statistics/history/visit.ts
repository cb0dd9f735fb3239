import type { EventKind } from '../record-events.ts';

/** What happens at one moment of a visit. */
export interface Moment {
  readonly kind: EventKind;
  /** Since the visit began. */
  readonly afterSeconds: number;
  /** Of view time. */
  readonly seconds?: number;
}

/** How far each progress step lies in an item. */
const steps = [
  ['progress25', 0.25],
  ['progress50', 0.5],
  ['progress75', 0.75],
  ['progress95', 0.95],
  ['progress100', 1],
] as const;

/** Nobody watches longer at a time: what is beyond is another visit. */
const maxSeconds = 2 * 3600;

/**
 * One item in front of one viewer: it is shown, perhaps started, perhaps watched, some of it or
 * all. `chance` gives numbers from 0 to below 1.
 */
export function drawVisit(durationSeconds: number, chance: () => number): Moment[] {
  const moments: Moment[] = [{ kind: 'display', afterSeconds: 0 }];
  if (chance() < 0.07) moments.push({ kind: 'click', afterSeconds: 2 });
  if (chance() > 0.6) return moments;
  moments.push({ kind: 'playerstart', afterSeconds: 3 });
  const advert = chance();
  if (advert < 0.4) moments.push(...drawAdvert(chance()));
  if (chance() > 0.92) return moments;
  moments.push({ kind: 'view', afterSeconds: 5 });
  const share = chance() < 0.35 ? 1 : chance();
  const watched = Math.min(durationSeconds * share, maxSeconds);
  for (const [kind, reached] of steps) {
    if (watched >= durationSeconds * reached) {
      moments.push({ kind, afterSeconds: 5 + durationSeconds * reached });
    }
  }
  moments.push({ kind: 'viewtime', afterSeconds: 5 + watched, seconds: Math.round(watched) });
  if (chance() < 0.03) moments.push({ kind: 'download', afterSeconds: 8 });
  return moments;
}

/** An advertisement is asked for; mostly one comes. */
function drawAdvert(chance: number): Moment[] {
  const request: Moment = { kind: 'adrequest', afterSeconds: 3 };
  if (chance < 0.05) return [request, { kind: 'aderror', afterSeconds: 4 }];
  if (chance < 0.15) return [request];
  const impression: Moment = { kind: 'adimpression', afterSeconds: 4 };
  return chance < 0.19
    ? [request, impression, { kind: 'adclick', afterSeconds: 4 }]
    : [request, impression];
}
