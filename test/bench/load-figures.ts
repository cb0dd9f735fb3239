/** What was measured of one kind of call. */
export interface LoadFigures {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** @param durationsMs of each call, in any order */
export function figuresOf(durationsMs: readonly number[], elapsedMs: number): LoadFigures {
  const sorted = durationsMs.toSorted((one, other) => one - other);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? NaN;
  return { perSecond: (durationsMs.length / elapsedMs) * 1000, p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** How often a device makes each call, in seconds: what a million devices need follows from it. */
export const everySeconds = {
  /** A visit every half an hour. */
  init: 1800,
  /** The runtime spreads keepalives over 12 minutes. */
  keepalive: 720,
  /** Two items a visit. */
  'item state': 900,
  /** A purchase a day. */
  finish: 86_400,
} as const;

export type LoadKind = keyof typeof everySeconds;

export interface Need {
  readonly perSecond: number;
  /** So many processes as were measured are busy with it. */
  readonly processes: number;
}

/** What so many devices ask, and how much of it one process as measured answers. */
export function needOf(kind: LoadKind, devices: number, perSecondOfOne: number): Need {
  const perSecond = devices / everySeconds[kind];
  return { perSecond, processes: perSecond / perSecondOfOne };
}
