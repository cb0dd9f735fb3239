import type { ElementUsher } from './element-usher.ts';
import type { GivenWords } from './texts/word-keys.ts';

/** What all elements of a page share, whichever copy of the code has defined them. */
export interface PageDefaults {
  /** The runtime of elements without one of their own. */
  usher?: ElementUsher | undefined;
  /** Given texts, by language. */
  readonly words: Record<string, GivenWords>;
  /** How often the given texts have changed. */
  wordsVersion: number;
  /** Called by `defineElements`: the elements of the page wait for a runtime, and for texts. */
  readonly waiting: Set<() => void>;
  /** Whether a panel of the page says what becomes of a purchase, by its ID. */
  speakers?: Set<(id: string) => boolean>;
}

const key: unique symbol = Symbol.for('usher.elements');

const globals = globalThis as { [key]?: PageDefaults };

export const pageDefaults = (): PageDefaults =>
  (globals[key] ??= { words: {}, wordsVersion: 0, waiting: new Set() });
