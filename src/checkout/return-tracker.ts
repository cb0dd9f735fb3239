import type { Provider } from './providers/provider.ts';

/** How far this page is with the returns from providers. */
export interface ReturnTracker {
  /**
   * Notes that a provider reads a return, by its text; `false` where that provider has already
   * failed to read it on this page.
   */
  readonly beginReading: (text: string, provider: Provider | undefined) => boolean;
  /** The return may be read once more. */
  readonly readAgain: (text: string) => void;
  /** Notes that a return belongs to no purchase here; `false` where that was reported before. */
  readonly reportOnce: (text: string) => boolean;
  /**
   * Nothing is begun until the returned function is called: a return is being written down, or
   * this page is a payment window that closes.
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
