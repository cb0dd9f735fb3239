import type { Provider } from './providers/provider.ts';

/** The progress of this page with the returns from providers. */
export interface ReturnTracker {
  /**
   * Records that a provider reads a return, identified by its text. `false` when that provider has
   * already failed to read it on this page.
   */
  readonly beginReading: (text: string, provider: Provider | undefined) => boolean;
  /** Allows one more reading of the return. */
  readonly readAgain: (text: string) => void;
  /** Records that a return belongs to no purchase here. `false` when that was reported before. */
  readonly reportOnce: (text: string) => boolean;
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
  let pauses = 0;
  return {
    beginReading(text, provider) {
      if (read.has(text) && read.get(text) === provider) return false;
      read.set(text, provider);
      return true;
    },
    readAgain: (text) => void read.delete(text),
    reportOnce(text) {
      if (reported.has(text)) return false;
      reported.add(text);
      return true;
    },
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
