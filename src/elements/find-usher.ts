import type { ElementUsher } from './element-usher.ts';
import { pageDefaults } from './page-defaults.ts';

/** The part of `window.usher` that gives the runtime of a script tag. */
interface TagQueue {
  readonly ready?: (domain?: string) => Promise<ElementUsher>;
}

/**
 * Finds the runtime of an element: of its script tag by `domain`, else the one of `defineElements`,
 * else the one of the page's main script tag. `found` may be called later, and more than once. The
 * returned function ends the search.
 */
export function findUsher(
  domain: string | undefined,
  found: (usher: ElementUsher) => void,
): () => void {
  const { waiting } = pageDefaults();
  let isEnded = false;
  const set = (usher: ElementUsher | undefined): void => {
    if (usher && !isEnded) found(usher);
  };
  const setDefault = (): void => set(pageDefaults().usher);
  if (!domain) waiting.add(setDefault);
  const queue = (globalThis as { usher?: TagQueue }).usher;
  if (!domain && pageDefaults().usher) setDefault();
  // A tag that failed has said so in the event `usher-error`.
  else queue?.ready?.(domain || undefined).then(set, () => {});
  return () => {
    isEnded = true;
    waiting.delete(setDefault);
  };
}
