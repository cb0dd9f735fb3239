import { el } from '../../ui/dom.ts';
import { icon } from '../../ui/icon.ts';
import { addressOf, artSubjectOf, isLocked, lengthOf, titleOf, yearOf } from './media-item.ts';
import { createPhotograph } from './thumbnail.ts';
import { artOf } from './poster-art.ts';

/**
 * An item as a link: its picture, then title and facts; a lock where it is not free. `rank` is
 * shown where a list is a ranking, `note` beneath the facts.
 */
export function createPoster(item, { rank, note } = {}) {
  const facts = [yearOf(item), item.general.genre, lengthOf(item)].filter(Boolean).join('\u00a0· ');
  return el(
    'a',
    { class: 'poster', href: addressOf(item), 'data-gid': item.general.GID },
    createPosterArt(item),
    el(
      'div',
      { class: 'poster-caption' },
      rank !== undefined &&
        el(
          'span',
          { class: 'poster-rank' },
          el('span', { class: 'visually-hidden' }, 'Number '),
          String(rank),
        ),
      el(
        'div',
        {},
        el('h3', {}, titleOf(item)),
        facts && el('p', {}, facts),
        note && el('p', { class: 'poster-note' }, note),
        isLocked(item) && el('span', { class: 'visually-hidden' }, 'Locked: needs a ticket'),
      ),
    ),
  );
}

/** The picture alone. It repeats what stands beside it, so readers are not told of it. */
export function createPosterArt(item) {
  const art = artOf(artSubjectOf(item));
  const title = titleOf(item);
  const words = el(
    'div',
    { class: `poster-title ${sizeOf(title)}` },
    item.general.streamtype === 'audio' && el('small', {}, 'Listen'),
    title,
  );
  const face = el(
    'div',
    { class: 'poster-art', 'aria-hidden': 'true' },
    art.draw('xMidYMin meet'),
    createPhotograph(item),
    words,
    isLocked(item) && el('span', { class: 'poster-lock' }, icon('lock')),
  );
  face.style.backgroundColor = art.ground;
  face.style.color = art.ink;
  return face;
}

/** A place where a poster will be. */
export function createGhost() {
  return el(
    'div',
    { 'aria-hidden': 'true' },
    el('div', { class: 'ghost-art shimmer' }),
    el('div', { class: 'ghost-line shimmer' }),
    el('div', { class: 'ghost-line short shimmer' }),
  );
}

function sizeOf(title) {
  const longest = Math.max(...title.split(/[\s-]/).map((word) => word.length));
  if (title.length > 56 || longest > 17) return 'longer';
  return title.length > 30 || longest > 13 ? 'long' : '';
}
