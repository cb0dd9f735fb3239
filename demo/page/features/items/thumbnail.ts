import { el } from '../../ui/dom.ts';
import type { PosterItem } from './media-item.ts';

/**
 * The photo of an item, where the platform has one. It removes itself when it cannot be loaded, and
 * the drawing under it shows. Drawn thumbnails (SVG) carry lettering of their own, which a poster
 * would cut, so they are left out.
 */
export function createThumbnail({ imagedata }: PosterItem): HTMLImageElement | undefined {
  const address = imagedata.thumb;
  if (!address || /\.svg(\?|$)/.test(address)) return undefined;
  const image = el('img', {
    src: address,
    alt: '',
    loading: 'lazy',
    decoding: 'async',
    referrerpolicy: 'no-referrer',
    onerror: () => image.remove(),
  });
  return image;
}
