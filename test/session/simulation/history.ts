import type { SessionStatus } from '../../../src/session/machine.ts';

/**
 * A request of a tab, and its outcome. Times are world times in ms, which no clock of a page
 * changes.
 */
export interface Sent {
  readonly tab: string;
  readonly id: string;
  readonly values: URLSearchParams;
  /** The session that it carried. */
  readonly session: string | null;
  readonly at: number;
  /** When the platform answered; absent when the request never arrived. */
  arrivedAt?: number;
  status?: number;
  /** The session that the answer names. */
  opened?: string | undefined;
  /** The whole answer reached the tab. */
  isHeard?: boolean;
  /** When the browser was done with the request: answered, failed or aborted. */
  endedAt?: number;
}

/** What a tab showed from a given time on. */
export interface Shown {
  readonly tab: string;
  readonly at: number;
  readonly status: SessionStatus;
  readonly id: string | null;
  readonly user: string | null;
}

/** Faults that excuse a broken promise. */
export type Fault =
  'network' | 'clocks' | 'setback' | 'durable' | 'mirror' | 'cleared' | 'platform';

/** A promise that a page received. */
export interface Promised {
  readonly tab: string;
  readonly name: string;
  readonly at: number;
  readonly withinMs: number;
  /** The arguments, to tell calls of one kind apart. */
  readonly mark: string;
  /** The session and user that the page showed at the call. */
  readonly session: string | null;
  readonly user: string | null;
  /** The time of the call, in world time. */
  readonly calledAt: number;
  settledAt?: number;
  /** When it settled, in world time. */
  endedAt?: number;
  error?: string | undefined;
}

/** The changes of a tab: awake, throttled, frozen, gone. */
export interface Life {
  readonly tab: string;
  readonly at: number;
  /** The same time without the machine's sleep. */
  readonly t: number;
  readonly is: 'awake' | 'throttled' | 'frozen' | 'gone';
}

export interface History {
  readonly sent: Sent[];
  readonly shown: Shown[];
  readonly promised: Promised[];
  readonly lives: Life[];
  /** Epochs in the mirror at quiet moments; `null` when the mirror was cleared or lost. */
  readonly epochs: { readonly at: number; readonly epoch: number | null }[];
  readonly errors: string[];
  /** All faults have ended, and listeners of the pages call nothing. */
  isHealed: boolean;
  /** The events as text, for the message of a failure. */
  readonly story: string[];
  /** When the observation ended, with and without the machine's sleep. */
  endedAt: number;
  endedT: number;
  readonly faults: { readonly kind: Fault; readonly from: number; to: number }[];
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
  faults: [],
  endedAt: 0,
  endedT: 0,
});

/** A fault begins or ends. */
export function setFault(history: History, kind: Fault, isThere: boolean, now: number): void {
  const open = history.faults.find((one) => one.kind === kind && one.to === Infinity);
  if (isThere && !open) history.faults.push({ kind, from: now, to: Infinity });
  if (!isThere && open) open.to = now;
}

/** A fault of one moment or period. */
export const addFault = (history: History, kind: Fault, from: number, to = from): void =>
  void history.faults.push({ kind, from, to });

/** Whether none of these faults overlaps a period. */
export const isCalm = (
  { faults }: History,
  kinds: readonly Fault[],
  from: number,
  to: number,
): boolean => !faults.some((one) => kinds.includes(one.kind) && one.from <= to && one.to >= from);
