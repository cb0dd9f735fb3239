import { el } from '../../ui/dom.ts';
import { createFailureNotice } from '../../ui/failure-notice.ts';
import { icon } from '../../ui/icon.ts';
import { addressOf, artSubjectOf, isLocked, lengthOf, titleOf } from '../media/media-item.ts';
import { artOf } from '../media/poster-art.ts';

/** Shows one film large. Without a film there is no hero. */
export function mountHero(place, load) {
  const fill = async () => {
    place.setAttribute('aria-busy', 'true');
    place.replaceChildren(
      el(
        'div',
        { class: 'hero-ghost', 'aria-hidden': 'true' },
        ...Array.from({ length: 3 }, () => el('div', { class: 'shimmer' })),
      ),
    );
    try {
      const item = await load();
      if (item) show(place, item);
      else place.hidden = true;
    } catch (error) {
      place.replaceChildren(
        createFailureNotice('Tonight’s film did not load', error, () => void fill()),
      );
    }
    place.removeAttribute('aria-busy');
  };
  void fill();
}

function show(place, item) {
  const art = artOf(artSubjectOf(item));
  place.style.setProperty('--hero-ground', art.ground);
  place.style.setProperty('--hero-ink', art.ink);
  const title = titleOf(item);
  place.replaceChildren(
    art.draw('xMaxYMid slice', '-190 20 380 160'),
    el(
      'div',
      { class: 'hero-words' },
      el('p', { class: 'hero-kicker' }, 'Tonight’s pick'),
      el('h2', { class: title.length > 22 ? 'long' : '' }, title),
      item.general.subtitle && el('p', {}, item.general.subtitle),
      el(
        'p',
        { class: 'hero-facts' },
        [lengthOf(item), isLocked(item) ? 'for rent, or with a subscription' : 'free to watch']
          .filter(Boolean)
          .join('\u00a0· '),
      ),
      el(
        'a',
        { class: 'button', href: addressOf(item) },
        icon(isLocked(item) ? 'lock' : 'play'),
        isLocked(item) ? 'See tickets' : 'Watch now',
      ),
    ),
  );
}
