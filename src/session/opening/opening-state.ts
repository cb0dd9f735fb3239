import type { SavedSession } from '../storage/saved-session.ts';
import type { Opening } from './opening.ts';

/** The opening of a session that is under way. */
export interface OpeningState {
  /** The next opening, when it was made before a caller needed a session. */
  opening?: Opening | undefined;
  /** The promise that callers wait for. */
  pending?: Promise<SavedSession | undefined> | undefined;
  /** The last opening of this page, under way or not. */
  lastOpening?: Opening | undefined;
}

/** Sets the next opening. */
export function setOpening(context: OpeningState, opening: Opening): void {
  context.opening = opening;
}

/** Returns the next opening if it was made early, once. */
export function takeOpening(context: OpeningState): Opening | undefined {
  const { opening } = context;
  context.opening = undefined;
  return opening;
}

/** Sets the promise that later callers share, until it is settled. */
export function setPending(
  context: OpeningState,
  pending: Promise<SavedSession | undefined>,
): void {
  context.pending = pending;
  const end = (): void => {
    if (context.pending === pending) context.pending = undefined;
  };
  pending.then(end, end);
}

/** Notes an opening, which may have to be cancelled. A report shows its reference. */
export function setLastOpening(context: OpeningState, opening: Opening): void {
  context.lastOpening = opening;
}

/**
 * Drops the opening under way, because the session has ended. Its answer is still awaited, so that
 * a session without a page is logged out.
 */
export function dropOpening(context: OpeningState): void {
  if (context.pending) context.lastOpening?.done?.();
  context.pending = undefined;
  context.opening = undefined;
}
