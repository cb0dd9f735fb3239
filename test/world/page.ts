import type { Usher } from '../../src/index.ts';
import type { Pace } from './browser/pace.ts';
import type { PageWindow } from './browser/window.ts';
import type { Site } from './site.ts';

/** A page in a tab or a window of a device. */
export interface WorldPage {
  readonly name: string;
  readonly device: number;
  readonly place: number;
  readonly site: Site;
  readonly usher: Usher;
  readonly window: PageWindow;
  readonly pace: Pace;
  /** A text of localStorage, as the page sees it. */
  readonly storedText: (name: string) => string | null;
  /**
   * When it was opened, and when it last woke or ended a long task, in world time. `Infinity`:
   * during a long task.
   */
  readonly openedAt: number;
  wokeAt: number;
  /** Whether the page has called `dispose()`. */
  isDisposed: boolean;
  /** Begins a long task of the page, or makes the present one longer. */
  readonly stall: (ms: number) => void;
  /** Runs what a viewer or a browser does to the page: now, or after its long task. */
  readonly whenFree: (run: () => void) => void;
  /** Sends an event to the window, as the browser does. */
  readonly fire: (type: string, event?: object) => void;
  /** Makes a call of the page, and notes how it ends. */
  readonly call: <T>(
    name: string,
    withinMs: number,
    run: (usher: Usher) => Promise<T>,
    mark?: string,
  ) => Promise<T | undefined>;
  /** After `dispose()`: creates another runtime in the same window, as a page of its own name. */
  readonly createAgain: () => WorldPage;
  readonly holdsLock: () => boolean;
  /** A page that is killed runs nothing more. A page that is left is hidden first. */
  readonly end: (isKilled: boolean) => void;
}
