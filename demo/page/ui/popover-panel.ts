import { el } from './dom.ts';

/**
 * A button that opens a small panel under itself. Escape and a click elsewhere close it: the
 * browser's own popover does that.
 * @param {{ id: string, label: string, button: Record<string, unknown> }} names
 */
export function createPanel({ id, label, button }) {
  const panel = el('div', {
    id,
    class: 'panel',
    popover: 'auto',
    role: 'dialog',
    'aria-label': label,
  });
  const opener = el('button', {
    type: 'button',
    popovertarget: id,
    'aria-haspopup': 'dialog',
    ...button,
  });
  panel.addEventListener('beforetoggle', (event) => {
    if (event.newState === 'open') place(panel, opener);
  });
  window.addEventListener('resize', () => panel.matches(':popover-open') && place(panel, opener), {
    passive: true,
  });
  return { panel, opener };
}

function place(panel, opener) {
  const at = opener.getBoundingClientRect();
  const leftToRight = getComputedStyle(opener).direction !== 'rtl';
  const toTheEdge = leftToRight ? document.documentElement.clientWidth - at.right : at.left;
  panel.style.insetBlockStart = `${Math.round(at.bottom + 8)}px`;
  panel.style.insetInlineEnd = `${Math.max(16, Math.min(Math.round(toTheEdge), document.documentElement.clientWidth - 16 - Math.min(384, document.documentElement.clientWidth - 32)))}px`;
}
