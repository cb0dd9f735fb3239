import { html } from 'lit/html.js';
import { renderElement } from './render-element.ts';

/** Between the button and the panel, and between the panel and the edge of the window, in px. */
const gapPx = 8;
const edgePx = 16;
/** The width of `.panel` in the styles. */
const widestPx = 384;

export interface PopoverPanel {
  readonly panel: HTMLDivElement;
  readonly opener: HTMLButtonElement;
}

/**
 * A button that opens a small panel under itself. Escape and a click elsewhere close it: the
 * browser's own popover does that.
 */
export function createPopoverPanel({
  name,
  label,
  className,
}: {
  /** The panel's ID begins with it, and the button has it as a `data-` attribute. */
  readonly name: string;
  readonly label: string;
  readonly className: string;
}): PopoverPanel {
  const id = `${name}-panel`;
  const panel = renderElement(
    HTMLDivElement,
    html`<div id=${id} class="panel" popover="auto" role="dialog" aria-label=${label}></div>`,
  );
  const opener = renderElement(
    HTMLButtonElement,
    html`<button
      type="button"
      popovertarget=${id}
      aria-haspopup="dialog"
      class=${className}
    ></button>`,
  );
  opener.dataset[name] = '';
  panel.addEventListener('beforetoggle', (event) => {
    if (event.newState === 'open') placeUnder(opener, panel);
  });
  const onResize = (): void => {
    if (panel.matches(':popover-open')) placeUnder(opener, panel);
  };
  window.addEventListener('resize', onResize, { passive: true });
  return { panel, opener };
}

/** Aligns the panel with the end of its button, and keeps it within the window. */
function placeUnder(opener: HTMLElement, panel: HTMLElement): void {
  const at = opener.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  const isRightToLeft = getComputedStyle(opener).direction === 'rtl';
  const toEdge = Math.round(isRightToLeft ? at.left : clientWidth - at.right);
  const width = Math.min(widestPx, clientWidth - 2 * edgePx);
  const maxToEdge = clientWidth - edgePx - width;
  panel.style.insetBlockStart = `${Math.round(at.bottom + gapPx)}px`;
  panel.style.insetInlineEnd = `${Math.max(edgePx, Math.min(toEdge, maxToEdge))}px`;
}
