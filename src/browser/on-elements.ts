const selector =
  'usher-gate,usher-offers,usher-login,usher-account,usher-purchases,script[data-elements]';

/**
 * Calls back when the document has an element of Usher, or a script tag with `data-elements`: now,
 * and once more when the document is parsed.
 */
export function onElements(found: (page: Document) => void): void {
  const page = globalThis.document;
  const look = (): void => {
    if (page.querySelector(selector)) found(page);
  };
  look();
  page.addEventListener('DOMContentLoaded', look);
}
