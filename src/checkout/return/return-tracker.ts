import type { Provider } from '../providers/provider.ts';

/** The progress of this page with the returns from providers. */
export interface ReturnTracker {
  /**
   * Records that a provider reads a return, identified by its text. `false` when that provider has
   * already failed to read it on this page.
   */
  readonly beginReading: (text: string, provider: Provider | undefined) => boolean;
  /** Allows one more reading of the return. */
  readonly readAgain: (text: string) => void;
  /**
   * Marks a return as reported to the page, because it belongs to no purchase or `read` throws.
   * `false` if it was reported before.
   */
  readonly reportOnce: (text: string) => boolean;
  /**
   * Records whether the journal refuses the return of a purchase at present, so that the return
   * waits in the inbox. The purchase is identified by its state.
   */
  readonly setWaiting: (state: string, isWaiting: boolean) => void;
  readonly isWaiting: (state: string | undefined) => boolean;
  /**
   * Pauses all reading until the returned function is called: a return is being written, or this
   * page is a payment window that closes.
   */
  readonly pause: () => () => void;
  readonly isPaused: () => boolean;
}

export function createReturnTracker(onResume: () => void): ReturnTracker {
  const read = new Map<string, Provider | undefined>();
  const reported = new Set<string>();
  const waiting = new Set<string | undefined>();
  let pauses = 0;
  return {
    beginReading(text, provider) {
      if (read.has(text) && read.get(text) === provider) return false;
      read.set(text, provider);
      return true;
    },
    readAgain(text) {
      read.delete(text);
    },
    reportOnce(text) {
      if (reported.has(text)) return false;
      reported.add(text);
      return true;
    },
    setWaiting(state, isWaiting) {
      if (isWaiting) waiting.add(state);
      else waiting.delete(state);
    },
    isWaiting: (state) => waiting.has(state),
    pause() {
      let isPaused = true;
      pauses++;
      return () => {
        if (!isPaused) return;
        isPaused = false;
        pauses--;
        onResume();
      };
    },
    isPaused: () => pauses > 0,
  };
}
