/**
 * The events of a player that a gate listens to.
 *
 * - `play`: the player begins to play. The gate holds it, and checks the item again.
 * - `timeupdate`: the position has changed, several times a second. The gate ends the preview, and
 *   keeps the session alive.
 * - `seeking`: the viewer jumps. The gate ends the preview at once.
 */
export type GateEvent = 'play' | 'seeking' | 'timeupdate';

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
  readonly addEventListener: (type: GateEvent, listener: () => void) => void;
  readonly removeEventListener: (type: GateEvent, listener: () => void) => void;
}
