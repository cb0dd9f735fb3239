import type { Usher } from './runtime.ts';

/**
 * The script of a page that providers send viewers back to, which has no other script but the script tag's: it waits until the return is
 * written down, and leads to where the purchase was begun. Without a purchase it leads to `data-home` (default `/`).
 */
type Queue = { readonly push: (callback: (usher: Usher) => void) => unknown };

const page = window as unknown as { usher?: Queue };
const { home = '/' } = (document.currentScript as HTMLScriptElement | null)?.dataset ?? {};
const lead = (to = home): void => location.replace(to);

(page.usher ??= [] as unknown as Queue).push((usher) => {
  usher.checkout().then(({ returned }) => returned()).then((arrival) => lead(arrival?.page), () => lead());
});
