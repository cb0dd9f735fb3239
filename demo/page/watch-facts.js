import { el } from './dom.js';
import { connectedTo, lengthOf, partsOf, titleOf, yearOf } from './media-item.js';
import { createPosterArt } from './poster.js';

/** Title, story, facts, persons, tags and poster of an item. */
export function showFacts(place, item) {
  const { general, publishingdata = {}, statusdata = {} } = item;
  const age = Number(general.ageRestriction ?? statusdata.age ?? 0);
  const facts = [
    ['Director', links(connectedTo(item, 'persons', 'director'))],
    ['About', links(connectedTo(item, 'persons', 'subject'))],
    ['Year', yearOf(item)],
    ['Length', lengthOf(item)],
    ['Genre', general.genre],
    ['Studio', item.connectedmedia?.studio?.title],
    ['Part of', links(connectedTo(item, 'shows'))],
    ['Rating', publishingdata.rating ? `${publishingdata.rating} of 10` : ''],
    ['For', age ? `ages ${age} and up` : 'all ages'],
  ];
  const tags = connectedTo(item, 'tags');
  const parts = partsOf(item);
  place.replaceChildren(
    el('div', { class: 'watch-words' },
      el('div', {}, el('h1', {}, titleOf(item)), general.subtitle && el('p', { class: 'deck' }, general.subtitle)),
      general.description && el('p', { class: 'story' }, general.description),
      el('dl', { class: 'facts' }, ...facts.filter(([, value]) => value?.length).map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, ...[value].flat())))),
      parts.length > 0 && el('ol', { class: 'tags', 'aria-label': 'Parts' }, ...parts.map(({ title, address }) => el('li', {}, el('a', { class: 'tag', href: address }, title)))),
      tags.length > 0 && el('ul', { class: 'tags', 'aria-label': 'Tags' }, ...tags.map((tag) => el('li', {}, el('a', { class: 'tag', href: searchFor(tag) }, tag))))),
    el('div', { class: 'watch-poster' }, createPosterArt(item)));
}

const searchFor = (words) => `/search.html?q=${encodeURIComponent(words)}`;

const links = (names) => names.flatMap((name, index) => [...(index ? [', '] : []), el('a', { href: searchFor(name) }, name)]);
