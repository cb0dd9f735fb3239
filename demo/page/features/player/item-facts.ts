import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { MediaItem } from 'usher-runtime';
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
import { posterArt } from '../items/poster.ts';

/** Shows title, story, facts, persons, tags and poster of an item. */
export function showItemFacts(container: HTMLElement, item: MediaItem): void {
  const { subtitle, description } = item.general;
  const hasStory = typeof description === 'string' && description;
  render(
    html`<div class="watch-words">
        <div>
          <h1>${titleOf(item)}</h1>
          ${subtitle ? html`<p class="deck">${subtitle}</p>` : nothing}
        </div>
        ${hasStory ? html`<p class="story">${description}</p>` : nothing} ${factList(item)}
        ${partLinks(item)} ${tagLinks(item)}
      </div>
      <div class="watch-poster">${posterArt(item)}</div>`,
    container,
  );
}

/** Facts without a value are left out. */
function factList(item: MediaItem): TemplateResult {
  const linksTo = (by: string, kind: string, role?: string): readonly TemplateResult[] =>
    links(by, connectedTo(item, kind, role));
  const { genre } = item.general;
  const facts: readonly (readonly [name: string, value: string | readonly TemplateResult[]])[] = [
    ['Director', linksTo('person', 'persons', 'director')],
    ['About', linksTo('person', 'persons', 'subject')],
    ['Year', yearOf(item)],
    ['Length', lengthOf(item)],
    ['Genre', genre ? [html`<a href=${browseAddress({ genre })}>${genre}</a>`] : ''],
    ['Studio', linksTo('studio', 'studio')],
    ['Part of', linksTo('show', 'shows')],
    ['Place', linksTo('place', 'places')],
    ['Based on', linksTo('product', 'products')],
    ['Rating', ratingText(item)],
    ['For', ageText(item)],
  ];
  return html`<dl class="facts">
    ${facts
      .filter(([, value]) => value.length > 0)
      .map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
  </dl>`;
}

function ratingText(item: MediaItem): string {
  const rating = ratingOf(item);
  return Number(rating) > 0 ? `${rating} of 10` : '';
}

function ageText({ general, statusdata }: MediaItem): string {
  const age = Number(general['ageRestriction'] ?? statusdata?.['age'] ?? 0);
  return age ? `ages ${age} and up` : 'all ages';
}

function partLinks(item: MediaItem): TemplateResult | typeof nothing {
  const parts = partsOf(item);
  if (!parts.length) return nothing;
  return html`<ol class="tags" aria-label="Parts">
    ${parts.map(({ title, address }) => html`<li><a class="tag" href=${address}>${title}</a></li>`)}
  </ol>`;
}

/** The tags but the genre, which is a link among the facts. */
function tagLinks(item: MediaItem): TemplateResult | typeof nothing {
  const tags = connectedTo(item, 'tags').filter(({ title }) => title !== item.general.genre);
  if (!tags.length) return nothing;
  return html`<ul class="tags" aria-label="Tags">
    ${tags.map(
      (tag) => html`<li><a class="tag" href=${listAddress('tag', tag)}>${tag.title}</a></li>`,
    )}
  </ul>`;
}

/** A list goes by the ID where there is one; tags have only their name. */
const listAddress = (by: string, { id, title }: Connection): string =>
  browseAddress({ by, ...(id && by !== 'tag' ? { id } : { name: title }) });

const links = (by: string, connections: readonly Connection[]): TemplateResult[] =>
  connections.map(
    (connection, index) =>
      html`${index ? ', ' : ''}<a href=${listAddress(by, connection)}>${connection.title}</a>`,
  );
