import { onWindowEvent } from './window-event.ts';

const selector =
  'usher-gate,usher-offers,usher-login,usher-account,usher-purchases,script[data-elements]';

/**
 * Calls back when the document has an element of Usher, or a script tag with `data-elements`: now,
 * and once more when the document is parsed. The returned function stops that.
 */
export function onElements(found: () => unknown): () => void {
  const look = (): unknown => document.querySelector(selector) && found();
  look();
  return onWindowEvent('DOMContentLoaded', look);
}
