/**
 * What a gate needs of a player. `<video>` and `<audio>` have it; so have players whose element
 * acts like one.
 */
export interface MediaElementLike {
  readonly paused: boolean;
  /** In seconds. */
  readonly currentTime: number;
  /** The gate sets it when it is empty and the page gives no `load`. */
  src?: string;
  readonly play: () => Promise<void> | void;
  readonly pause: () => void;
  readonly addEventListener: (type: string, listener: () => void) => void;
  readonly removeEventListener: (type: string, listener: () => void) => void;
}
