import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { MediaItem } from 'usher-runtime';
import { factLine } from '../../ui/fact-line.ts';
import { createFailureNotice } from '../../ui/failure-notice.ts';
import { icon } from '../../ui/icon.ts';
import { addressOf, isLocked, lengthOf, titleOf } from '../items/media-item.ts';
import { artOf } from '../items/poster-art.ts';

/** Shows one film large. Without a film the section is hidden. */
export function mountHero(section: HTMLElement, load: () => Promise<MediaItem | undefined>): void {
  const fill = async (): Promise<void> => {
    section.setAttribute('aria-busy', 'true');
    render(placeholder, section);
    try {
      const item = await load();
      if (item) show(section, item);
      else section.hidden = true;
    } catch (error) {
      const notice = createFailureNotice('Tonight’s film did not load', error, () => void fill());
      render(notice, section);
    }
    section.removeAttribute('aria-busy');
  };
  void fill();
}

const placeholder = html`<div class="hero-ghost" aria-hidden="true">
  <div class="shimmer"></div>
  <div class="shimmer"></div>
  <div class="shimmer"></div>
</div>`;

function show(section: HTMLElement, item: MediaItem): void {
  const art = artOf(item);
  section.style.setProperty('--hero-ground', art.ground);
  section.style.setProperty('--hero-ink', art.ink);
  render(html`${art.draw('xMaxYMid slice', '-190 20 380 160')}${heroWords(item)}`, section);
}

function heroWords(item: MediaItem): TemplateResult {
  const title = titleOf(item);
  const { subtitle } = item.general;
  const price = isLocked(item) ? 'for rent, or with a subscription' : 'free to watch';
  return html`<div class="hero-words">
    <p class="hero-kicker">Tonight’s pick</p>
    <h2 class=${title.length > 22 ? 'long' : ''}>${title}</h2>
    ${subtitle ? html`<p>${subtitle}</p>` : nothing} ${factLine([lengthOf(item), price])}
    <a class="button" href=${addressOf(item)}
      >${icon(isLocked(item) ? 'lock' : 'play')}${isLocked(item) ? 'See tickets' : 'Watch now'}</a
    >
  </div>`;
}
