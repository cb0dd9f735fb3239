import { el } from '../../ui/dom.ts';

/**
 * The photograph of an item, when the platform has one; it takes itself away when it cannot be
 * loaded, and what is drawn under it shows. Drawn thumbnails (SVG) carry lettering of their own,
 * which a poster would cut, so they are no photographs.
 */
export function createPhotograph(item) {
  const address = item.imagedata?.thumb;
  if (!address || /\.svg(\?|$)/.test(address)) return null;
  return el('img', {
    src: address,
    alt: '',
    loading: 'lazy',
    decoding: 'async',
    referrerpolicy: 'no-referrer',
    onerror: (event) => event.target.remove(),
  });
}
