import type { Dialect } from '../../index.ts';

/**
 * A part of the dialect. `lists` and `logout` have no part in it: the runtime relies on them as the
 * interface describes them.
 */
export type CheckedPart = keyof Dialect | 'lists' | 'logout';

/** `held`: the platform's answer was read. `failed`: it was not. `unknown`: nothing was asked. */
export type Verdict = 'held' | 'failed' | 'unknown';

/** A verdict, and the answer that it rests on. */
export interface Judgement {
  readonly verdict: Verdict;
  /** What the platform answered and how it was read, in a line. It has no ID and no token. */
  readonly evidence: string;
}

/** What a check found about one part of a dialect. */
export interface DialectFinding extends Judgement {
  readonly part: CheckedPart;
}

export const held = (evidence: string): Judgement => ({ verdict: 'held', evidence });

export const failed = (evidence: string): Judgement => ({ verdict: 'failed', evidence });

/** Judges an answer that either holds or fails. */
export const judge = (isHeld: boolean, evidence: string): Judgement =>
  isHeld ? held(evidence) : failed(evidence);
