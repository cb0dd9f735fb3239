import { browseAddress } from '../browse/browse-address.ts';
import { el } from '../../ui/dom.ts';
import { whenNear } from '../../ui/when-near.ts';

/**
 * The genres of the house as links, asked for when they come near. Without them the other ways are
 * enough.
 */
export function mountGenres(place, system) {
  whenNear(
    place,
    () =>
      void fill(place, system).catch(() => {
        place.hidden = true;
      }),
  );
}

async function fill(place, system) {
  const lists = await system();
  const [films, talks] = await Promise.all([lists.videogenres(), lists.audiogenres()]);
  const known = new Map([...films, ...talks].map((genre) => [genre.code, genre.title]));
  place.replaceChildren(
    ...[...known].map(([code, title]) =>
      el('li', {}, el('a', { class: 'tag', href: browseAddress({ genre: code }) }, title)),
    ),
  );
}
