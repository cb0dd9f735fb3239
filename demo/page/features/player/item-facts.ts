import { browseAddress } from '../browse/browse-address.ts';
import { el } from '../../ui/dom.ts';
import { connectedTo, lengthOf, partsOf, titleOf, yearOf } from '../media/media-item.ts';
import { createPosterArt } from '../media/poster.ts';

/** Title, story, facts, persons, tags and poster of an item. */
export function showFacts(place, item) {
  const { general, publishingdata = {}, statusdata = {} } = item;
  const age = Number(general.ageRestriction ?? statusdata.age ?? 0);
  const facts = [
    ['Director', links('person', connectedTo(item, 'persons', 'director'))],
    ['About', links('person', connectedTo(item, 'persons', 'subject'))],
    ['Year', yearOf(item)],
    ['Length', lengthOf(item)],
    [
      'Genre',
      general.genre && el('a', { href: browseAddress({ genre: general.genre }) }, general.genre),
    ],
    ['Studio', links('studio', connectedTo(item, 'studio'))],
    ['Part of', links('show', connectedTo(item, 'shows'))],
    ['Place', links('place', connectedTo(item, 'places'))],
    ['Based on', links('product', connectedTo(item, 'products'))],
    ['Rating', publishingdata.rating ? `${publishingdata.rating} of 10` : ''],
    ['For', age ? `ages ${age} and up` : 'all ages'],
    ['Reel', links('file', connectedTo(item, 'files'))],
  ];
  const tags = connectedTo(item, 'tags');
  const parts = partsOf(item);
  place.replaceChildren(
    el(
      'div',
      { class: 'watch-words' },
      el(
        'div',
        {},
        el('h1', {}, titleOf(item)),
        general.subtitle && el('p', { class: 'deck' }, general.subtitle),
      ),
      general.description && el('p', { class: 'story' }, general.description),
      el(
        'dl',
        { class: 'facts' },
        ...facts
          .filter(([, value]) => (Array.isArray(value) ? value.length : value))
          .map(([name, value]) =>
            el('div', {}, el('dt', {}, name), el('dd', {}, ...[value].flat())),
          ),
      ),
      parts.length > 0 &&
        el(
          'ol',
          { class: 'tags', 'aria-label': 'Parts' },
          ...parts.map(({ title, address }) =>
            el('li', {}, el('a', { class: 'tag', href: address }, title)),
          ),
        ),
      tags.length > 0 &&
        el(
          'ul',
          { class: 'tags', 'aria-label': 'Tags' },
          ...tags.map((tag) =>
            el('li', {}, el('a', { class: 'tag', href: listOf('tag', tag) }, tag.title)),
          ),
        ),
    ),
    el('div', { class: 'watch-poster' }, createPosterArt(item)),
  );
}

/** A list goes by the ID where there is one; tags have no other name than their own. */
const listOf = (by, { id, title }) =>
  browseAddress({ by, ...(id && by !== 'tag' ? { id } : { name: title }) });

const links = (by, entries) =>
  entries.flatMap((entry, index) => [
    ...(index ? [', '] : []),
    el('a', { href: listOf(by, entry) }, entry.title),
  ]);
