const selector =
  'usher-gate,usher-offers,usher-login,usher-account,usher-purchases,script[data-elements]';

/**
 * Calls back when the document has an element of Usher, or a script tag with `data-elements`: now,
 * and once more when the document is parsed.
 */
export function onElements(found: () => unknown): void {
  const { document } = globalThis;
  const look = (): unknown => document.querySelector(selector) && found();
  document.addEventListener('DOMContentLoaded', look);
  look();
}
