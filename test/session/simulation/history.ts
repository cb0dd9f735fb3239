import type { SessionStatus } from '../../../src/session/machine.ts';

/**
 * A request as it left a tab, and what became of it. Times are the world's own, in ms: no clock of
 * a page changes them.
 */
export interface Sent {
  readonly tab: string;
  readonly id: string;
  readonly values: URLSearchParams;
  /** The session that it carried. */
  readonly session: string | null;
  readonly at: number;
  /** When the platform answered it; absent when it never arrived. */
  arrivedAt?: number;
  status?: number;
  /** The session that the answer names. */
  opened?: string | undefined;
  /** The answer came to the tab, all of it. */
  isHeard?: boolean;
  /** When the tab's browser was through with it: answered, failed or given up. */
  endedAt?: number;
}

/** What a tab showed from then on. */
export interface Shown {
  readonly tab: string;
  readonly at: number;
  readonly status: SessionStatus;
  readonly id: string | null;
  readonly user: string | null;
}

/** What may stand in the way of a promise that holds in good times only. */
export type Trouble =
  'network' | 'clocks' | 'setback' | 'durable' | 'mirror' | 'cleared' | 'platform';

/** A promise that the page was given. */
export interface Promised {
  readonly tab: string;
  readonly name: string;
  readonly at: number;
  readonly withinMs: number;
  /** What tells calls of one kind apart. */
  readonly mark: string;
  /** The session and user that the page was shown when it called. */
  readonly session: string | null;
  readonly user: string | null;
  /** When it was called, in the world's own time. */
  readonly calledAt: number;
  settledAt?: number;
  /** The same in the world's own time. */
  endedAt?: number;
  error?: string | undefined;
}

/** When a tab ran, slept, ran again and was gone. */
export interface Life {
  readonly tab: string;
  readonly at: number;
  /** The same without the machine's sleep. */
  readonly t: number;
  readonly is: 'awake' | 'throttled' | 'frozen' | 'gone';
}

export interface History {
  readonly sent: Sent[];
  readonly shown: Shown[];
  readonly promised: Promised[];
  readonly lives: Life[];
  /** Epochs that stood in the mirror in quiet moments; `null` where it was cleared or lost. */
  readonly epochs: { readonly at: number; readonly epoch: number | null }[];
  readonly errors: string[];
  /** All is well again, and listeners of the pages call nothing any more. */
  isHealed: boolean;
  /** In words, for whoever reads a failure. */
  readonly story: string[];
  /** When nothing more was watched, with and without the machine's sleep. */
  endedAt: number;
  endedT: number;
  readonly troubles: { readonly kind: Trouble; readonly from: number; to: number }[];
}

export const createHistory = (): History => ({
  sent: [],
  shown: [],
  promised: [],
  lives: [],
  epochs: [],
  errors: [],
  isHealed: false,
  story: [],
  troubles: [],
  endedAt: 0,
  endedT: 0,
});

/** From now on there is this trouble, or no more. */
export function trouble(history: History, kind: Trouble, isThere: boolean, now: number): void {
  const open = history.troubles.find((one) => one.kind === kind && one.to === Infinity);
  if (isThere && !open) history.troubles.push({ kind, from: now, to: Infinity });
  if (!isThere && open) open.to = now;
}

/** Trouble of a moment. */
export const disturb = (history: History, kind: Trouble, from: number, to = from): void =>
  void history.troubles.push({ kind, from, to });

/** Whether none of these troubles touched a time. */
export const isCalm = (
  { troubles }: History,
  kinds: readonly Trouble[],
  from: number,
  to: number,
): boolean => !troubles.some((one) => kinds.includes(one.kind) && one.from <= to && one.to >= from);
