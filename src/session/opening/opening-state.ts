import type { Writable } from '../state/writable.ts';
import type { SavedSession } from '../storage/saved-session.ts';
import { releaseClaimOf, type Opening } from './opening.ts';

/** The opening of a session that is under way. Only the functions of this file change it. */
export interface OpeningState {
  /** The next opening, when it was made before a caller needed a session. */
  readonly opening?: Opening | undefined;
  /** The promise that callers wait for. */
  readonly pending?: Promise<SavedSession | undefined> | undefined;
  /** The last opening of this page, under way or not. */
  readonly lastOpening?: Opening | undefined;
}

type WritableState = Writable<OpeningState>;

/** Makes the next opening before a caller needs a session. */
export function prepareOpening(context: WritableState, opening: Opening): void {
  context.opening = opening;
}

/** Returns the next opening if it was made early, once. From then on it is the one under way. */
export function consumeOpening(context: WritableState): Opening | undefined {
  const { opening } = context;
  context.opening = undefined;
  if (opening) noteOpening(context, opening);
  return opening;
}

/** Shares a promise with later callers, until it is settled. */
export function sharePending(
  context: WritableState,
  pending: Promise<SavedSession | undefined>,
): void {
  context.pending = pending;
  const end = (): void => {
    if (context.pending === pending) context.pending = undefined;
  };
  pending.then(end, end);
}

/** Notes an opening, which may have to be cancelled. A report shows its reference. */
export function noteOpening(context: WritableState, opening: Opening): void {
  context.lastOpening = opening;
}

/**
 * Drops the opening under way, because the session has ended. Its answer is still awaited, so that
 * a session without a page is logged out.
 */
export function dropOpening(context: WritableState): void {
  if (context.pending && context.lastOpening) releaseClaimOf(context.lastOpening);
  context.pending = undefined;
  context.opening = undefined;
}
