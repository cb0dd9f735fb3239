import { el } from '../../ui/dom.ts';
import { icon } from '../../ui/icon.ts';
import {
  addressOf,
  isAudio,
  isLocked,
  lengthOf,
  titleOf,
  yearOf,
  type PosterItem,
} from './media-item.ts';
import { artOf } from './poster-art.ts';
import { createThumbnail } from './thumbnail.ts';

export interface PosterOptions {
  /** Shown where a list is a ranking, from 1. */
  readonly rank?: number;
  /** Shown beneath the facts. */
  readonly note?: string;
  /** The level of the title, one below the heading that the poster is under. */
  readonly heading?: 'h2' | 'h3';
}

/** An item as a link: its picture, then title and facts; a lock where it is not free. */
export function createPoster(
  item: PosterItem,
  { rank, note, heading = 'h3' }: PosterOptions = {},
): HTMLAnchorElement {
  const facts = [yearOf(item), item.general.genre, lengthOf(item)].filter(Boolean).join('\u00a0· ');
  const text = el(
    'div',
    {},
    el(heading, {}, titleOf(item)),
    facts && el('p', {}, facts),
    note && el('p', { class: 'poster-note' }, note),
    isLocked(item) && el('span', { class: 'visually-hidden' }, 'Locked: needs a ticket'),
  );
  return el(
    'a',
    { class: 'poster', href: addressOf(item), 'data-gid': item.general.GID },
    createPosterArt(item),
    el('div', { class: 'poster-caption' }, rank !== undefined && createRank(rank), text),
  );
}

const createRank = (rank: number): HTMLElement =>
  el(
    'span',
    { class: 'poster-rank' },
    el('span', { class: 'visually-hidden' }, 'Number '),
    String(rank),
  );

/** The picture alone. It repeats the text beside it, so it is hidden from screen readers. */
export function createPosterArt(item: PosterItem): HTMLElement {
  const art = artOf(item);
  const title = titleOf(item);
  const face = el(
    'div',
    { class: 'poster-art', 'aria-hidden': 'true' },
    art.draw('xMidYMin meet'),
    createThumbnail(item),
    el(
      'div',
      { class: `poster-title ${sizeOf(title)}` },
      isAudio(item) && el('small', {}, 'Listen'),
      title,
    ),
    isLocked(item) && el('span', { class: 'poster-lock' }, icon('lock')),
  );
  face.style.backgroundColor = art.ground;
  face.style.color = art.ink;
  return face;
}

/** Stands in for a poster that is still loading. */
export const createPosterPlaceholder = (): HTMLElement =>
  el(
    'div',
    { 'aria-hidden': 'true' },
    el('div', { class: 'ghost-art shimmer' }),
    el('div', { class: 'ghost-line shimmer' }),
    el('div', { class: 'ghost-line short shimmer' }),
  );

/** The class for the size of a title, so that its longest word fits. */
function sizeOf(title: string): string {
  const longest = Math.max(...title.split(/[\s-]/).map((word) => word.length));
  if (title.length > 56 || longest > 17) return 'longer';
  return title.length > 30 || longest > 13 ? 'long' : '';
}
