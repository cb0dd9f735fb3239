import type { Usher } from '../../src/index.ts';

/** A media element of a page, which a gate holds. */
export interface Player {
  readonly gate: ReturnType<Usher['gate']>;
  readonly element: MediaElement;
  /** The page was told that there can be no gate, or that its file cannot be loaded. */
  readonly hasError: () => boolean;
  /** The viewer presses play. */
  readonly press: () => void;
}

/** An element with all that a gate needs. */
export type MediaElement = Parameters<Usher['gate']>[0] & { src: string; paused: boolean };
