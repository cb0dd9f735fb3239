import { tagDatasets } from './tag-datasets.ts';

const selector = 'usher-gate,usher-offers,usher-login,usher-account,usher-purchases';

/**
 * Calls back when the document has an element of Usher, or a script tag with `data-elements`. A
 * document that is still parsed is searched again at its end.
 */
export function onElements(found: () => void): void {
  const page = globalThis.document;
  const isWanted = (): boolean =>
    !!page.querySelector(selector) || tagDatasets().some(({ elements }) => elements != null);
  if (isWanted()) found();
  else if (page.readyState === 'loading') {
    page.addEventListener('DOMContentLoaded', () => {
      if (isWanted()) found();
    });
  }
}
