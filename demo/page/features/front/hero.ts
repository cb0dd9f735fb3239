import type { MediaItem } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { createFailureNotice } from '../../ui/failure-notice.ts';
import { icon } from '../../ui/icon.ts';
import { addressOf, isLocked, lengthOf, titleOf } from '../items/media-item.ts';
import { artOf } from '../items/poster-art.ts';

/** Shows one film large. Without a film the section is hidden. */
export function mountHero(section: HTMLElement, load: () => Promise<MediaItem | undefined>): void {
  const fill = async (): Promise<void> => {
    section.setAttribute('aria-busy', 'true');
    section.replaceChildren(createPlaceholder());
    try {
      const item = await load();
      if (item) show(section, item);
      else section.hidden = true;
    } catch (error) {
      section.replaceChildren(
        createFailureNotice('Tonight’s film did not load', error, () => void fill()),
      );
    }
    section.removeAttribute('aria-busy');
  };
  void fill();
}

const createPlaceholder = (): HTMLElement =>
  el(
    'div',
    { class: 'hero-ghost', 'aria-hidden': 'true' },
    ...Array.from({ length: 3 }, () => el('div', { class: 'shimmer' })),
  );

function show(section: HTMLElement, item: MediaItem): void {
  const art = artOf(item);
  section.style.setProperty('--hero-ground', art.ground);
  section.style.setProperty('--hero-ink', art.ink);
  const title = titleOf(item);
  const { subtitle } = item.general;
  const price = isLocked(item) ? 'for rent, or with a subscription' : 'free to watch';
  section.replaceChildren(
    art.draw('xMaxYMid slice', '-190 20 380 160'),
    el(
      'div',
      { class: 'hero-words' },
      el('p', { class: 'hero-kicker' }, 'Tonight’s pick'),
      el('h2', { class: title.length > 22 ? 'long' : '' }, title),
      subtitle && el('p', {}, subtitle),
      el('p', { class: 'hero-facts' }, [lengthOf(item), price].filter(Boolean).join('\u00a0· ')),
      el(
        'a',
        { class: 'button', href: addressOf(item) },
        icon(isLocked(item) ? 'lock' : 'play'),
        isLocked(item) ? 'See tickets' : 'Watch now',
      ),
    ),
  );
}
