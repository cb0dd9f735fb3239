import { definePanels } from './define-panels.ts';

const viewerSelector = 'usher-account,usher-purchases,script[data-elements]';

/**
 * Defines the elements of a page with a script tag. Those about the viewer are loaded where the
 * document has one, or the tag asks for all by `data-elements`.
 */
export function define(): void {
  definePanels();
  if (!globalThis.document.querySelector(viewerSelector)) return;
  import('./viewer/define-viewer.ts').then(
    ({ defineViewer }) => defineViewer(),
    () => {}, // the fallback content stays
  );
}
