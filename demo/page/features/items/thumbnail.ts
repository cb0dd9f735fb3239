import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { PosterItem } from './media-item.ts';

/**
 * The photo of an item, where the platform has one. It removes itself when it cannot be loaded, and
 * the drawing under it shows. Drawn thumbnails (SVG) carry lettering of their own, which a poster
 * would cut, so they are left out.
 */
export function thumbnail({ imagedata }: PosterItem): TemplateResult | typeof nothing {
  const address = imagedata.thumb;
  if (!address || /\.svg(\?|$)/.test(address)) return nothing;
  return html`<img
    src=${address}
    alt=""
    loading="lazy"
    decoding="async"
    referrerpolicy="no-referrer"
    @error=${removeImage}
  />`;
}

function removeImage({ currentTarget }: Event): void {
  if (currentTarget instanceof Element) currentTarget.remove();
}
