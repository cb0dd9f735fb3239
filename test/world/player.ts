import type { Usher } from '../../src/index.ts';

/** A media element of a page, which a gate holds. */
export interface Player {
  readonly gate: ReturnType<Usher['gate']>;
  readonly element: MediaElement;
  /** The viewer presses play. */
  readonly press: () => void;
}

/** An element with all that a gate needs. */
export type MediaElement = Parameters<Usher['gate']>[0] & { src: string; paused: boolean };
