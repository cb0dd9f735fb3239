import type { Opening } from './opening.ts';
import type { SavedSession } from './saved-session.ts';

/** The opening of a session that is under way. */
export interface OpeningState {
  /** A request that left before anything asked for a session. */
  opening?: Opening | undefined;
  /** What the callers wait for. */
  pending?: Promise<SavedSession | undefined> | undefined;
  cancelOpening: () => void;
}

const nothing = (): void => {};

/** The request that has left already, once. */
export function takeOpening(context: OpeningState): Opening | undefined {
  const { opening } = context;
  context.opening = undefined;
  return opening;
}

/** Later callers get the same, until it is through. */
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

/** How to cancel the request under way; nothing once it is answered. */
export function setCancel(context: OpeningState, cancel: () => void = nothing): void {
  context.cancelOpening = cancel;
}

/** Drops what is under way: the session has ended. */
export function dropOpening(context: OpeningState): void {
  context.cancelOpening();
  context.pending = undefined;
  context.opening = undefined;
}
