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
  const set = (ofTag?: ElementUsher): void => {
    const usher = domain ? ofTag : (pageDefaults().usher ?? ofTag);
    if (usher && !isEnded) found(usher);
  };
  const setDefault = (): void => set();
  if (!domain) waiting.add(setDefault);
  if (!domain && pageDefaults().usher) setDefault();
  else askTag(domain || undefined, set);
  return () => {
    isEnded = true;
    waiting.delete(setDefault);
  };
}

/** Asks for the runtime of a script tag, also if the tag has not run yet. */
function askTag(domain: string | undefined, set: (usher: ElementUsher) => void): void {
  const globals = globalThis as { usher?: TagQueue | unknown[] };
  const { usher: queue } = globals;
  if (queue && 'ready' in queue) {
    // A tag that failed has said so in the event `usher-error`.
    queue.ready?.(domain).then(set, () => {});
  } else if (Array.isArray(queue) || (!queue && isTagInPage())) {
    // As a page does: the tag runs it.
    (globals.usher = queue ?? []).push(...(domain ? [domain, set] : [set]));
  }
}

const isTagInPage = (): boolean => !!globalThis.document?.querySelector('[data-base-url]');
