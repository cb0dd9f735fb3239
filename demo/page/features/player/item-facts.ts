import type { MediaItem } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { browseAddress } from '../browse/browse-address.ts';
import {
  connectedTo,
  lengthOf,
  partsOf,
  ratingOf,
  titleOf,
  yearOf,
  type Connection,
} from '../items/media-item.ts';
import { createPosterArt } from '../items/poster.ts';

/** Shows title, story, facts, persons, tags and poster of an item. */
export function showItemFacts(container: HTMLElement, item: MediaItem): void {
  const { subtitle, description } = item.general;
  container.replaceChildren(
    el(
      'div',
      { class: 'watch-words' },
      el('div', {}, el('h1', {}, titleOf(item)), subtitle && el('p', { class: 'deck' }, subtitle)),
      typeof description === 'string' && description && el('p', { class: 'story' }, description),
      createFactList(item),
      createParts(item),
      createTags(item),
    ),
    el('div', { class: 'watch-poster' }, createPosterArt(item)),
  );
}

type Content = readonly (Node | string)[];

function createFactList(item: MediaItem): HTMLElement {
  const linksTo = (by: string, kind: string, role?: string): Content =>
    createLinks(by, connectedTo(item, kind, role));
  const { genre } = item.general;
  const facts: readonly (readonly [name: string, content: Content])[] = [
    ['Director', linksTo('person', 'persons', 'director')],
    ['About', linksTo('person', 'persons', 'subject')],
    ['Year', textContent(yearOf(item))],
    ['Length', textContent(lengthOf(item))],
    ['Genre', genre ? [el('a', { href: browseAddress({ genre }) }, genre)] : []],
    ['Studio', linksTo('studio', 'studio')],
    ['Part of', linksTo('show', 'shows')],
    ['Place', linksTo('place', 'places')],
    ['Based on', linksTo('product', 'products')],
    ['Rating', textContent(ratingText(item))],
    ['For', [ageText(item)]],
  ];
  return el(
    'dl',
    { class: 'facts' },
    ...facts
      .filter(([, content]) => content.length > 0)
      .map(([name, content]) => el('div', {}, el('dt', {}, name), el('dd', {}, ...content))),
  );
}

const textContent = (text: string): Content => (text ? [text] : []);

function ratingText(item: MediaItem): string {
  const rating = ratingOf(item);
  return Number(rating) > 0 ? `${rating} of 10` : '';
}

function ageText({ general, statusdata }: MediaItem): string {
  const age = Number(general['ageRestriction'] ?? statusdata?.['age'] ?? 0);
  return age ? `ages ${age} and up` : 'all ages';
}

function createParts(item: MediaItem): HTMLElement | undefined {
  const parts = partsOf(item);
  if (!parts.length) return undefined;
  return el(
    'ol',
    { class: 'tags', 'aria-label': 'Parts' },
    ...parts.map(({ title, address }) =>
      el('li', {}, el('a', { class: 'tag', href: address }, title)),
    ),
  );
}

function createTags(item: MediaItem): HTMLElement | undefined {
  const tags = connectedTo(item, 'tags');
  if (!tags.length) return undefined;
  return el(
    'ul',
    { class: 'tags', 'aria-label': 'Tags' },
    ...tags.map((tag) =>
      el('li', {}, el('a', { class: 'tag', href: listAddress('tag', tag) }, tag.title)),
    ),
  );
}

/** A list goes by the ID where there is one; tags have only their name. */
const listAddress = (by: string, { id, title }: Connection): string =>
  browseAddress({ by, ...(id && by !== 'tag' ? { id } : { name: title }) });

const createLinks = (by: string, connections: readonly Connection[]): Content =>
  connections.flatMap((connection, index) => [
    ...(index ? [', '] : []),
    el('a', { href: listAddress(by, connection) }, connection.title),
  ]);
