import { html, nothing, type TemplateResult } from 'lit/html.js';
import { factLine } from '../../ui/fact-line.ts';
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
import { thumbnail } from './thumbnail.ts';

export interface PosterOptions {
  /** Shown where a list is a ranking, from 1. */
  readonly rank?: number;
  /** Shown beneath the facts. */
  readonly note?: string;
  /** The level of the title, one below the heading that the poster is under. */
  readonly heading?: 'h2' | 'h3';
}

const headings = {
  h2: (title: string) => html`<h2>${title}</h2>`,
  h3: (title: string) => html`<h3>${title}</h3>`,
} satisfies Readonly<Record<string, (title: string) => TemplateResult>>;

/** An item as a link: its picture, then title and facts; a lock where it is not free. */
export function poster(
  item: PosterItem,
  { rank, note, heading = 'h3' }: PosterOptions = {},
): TemplateResult {
  const facts = [yearOf(item), item.general.genre, lengthOf(item)];
  return html`<a class="poster" href=${addressOf(item)} data-gid=${item.general.GID}>
    ${posterArt(item)}
    <div class="poster-caption">
      ${rank === undefined ? nothing : rankMark(rank)}
      <div>
        ${headings[heading](titleOf(item))} ${factLine(facts)}
        ${note ? html`<p class="poster-note">${note}</p>` : nothing}
        ${isLocked(item) ? lockedText : nothing}
      </div>
    </div>
  </a>`;
}

const lockedText = html`<span class="visually-hidden">Locked: needs a ticket</span>`;

const rankMark = (rank: number): TemplateResult =>
  html`<span class="poster-rank"><span class="visually-hidden">Number </span>${rank}</span>`;

/** The picture alone. It repeats the text beside it, so it is hidden from screen readers. */
export function posterArt(item: PosterItem): TemplateResult {
  const { ground, ink, draw } = artOf(item);
  const title = titleOf(item);
  const lock = html`<span class="poster-lock">${icon('lock')}</span>`;
  // The policy of the page forbids the attribute `style`, but not the property.
  return html`<div
    class="poster-art"
    aria-hidden="true"
    .style=${`background-color: ${ground}; color: ${ink}`}
  >
    ${draw('xMidYMin meet')} ${thumbnail(item)}
    <div class="poster-title ${sizeOf(title)}">
      ${isAudio(item) ? html`<small>Listen</small>` : nothing}${title}
    </div>
    ${isLocked(item) ? lock : nothing}
  </div>`;
}

/** Stands in for a poster that is still loading. */
export const posterPlaceholder = html`<div aria-hidden="true">
  <div class="ghost-art shimmer"></div>
  <div class="ghost-line shimmer"></div>
  <div class="ghost-line short shimmer"></div>
</div>`;

/** The class for the size of a title, so that its longest word fits. */
function sizeOf(title: string): string {
  const longest = Math.max(...title.split(/[\s-]/).map((word) => word.length));
  if (title.length > 56 || longest > 17) return 'longer';
  return title.length > 30 || longest > 13 ? 'long' : '';
}
