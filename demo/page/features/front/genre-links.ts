import type { System } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { whenNear } from '../../ui/when-near.ts';
import { browseAddress } from '../browse/browse-address.ts';
import { fetchGenres } from '../lists/genres.ts';

/**
 * The platform's genres as links, asked for when they come near the visible part of the page.
 * Without them the list is hidden.
 */
export function mountGenreLinks(list: HTMLElement, system: () => Promise<System>): void {
  const load = async (): Promise<void> => {
    try {
      list.replaceChildren(...(await createLinks(system)));
    } catch {
      list.hidden = true;
    }
  };
  whenNear(list, () => void load());
}

async function createLinks(system: () => Promise<System>): Promise<HTMLElement[]> {
  const { films, talks } = await fetchGenres(system);
  const titles = new Map([...films, ...talks].map(({ code, title }) => [code, title]));
  return [...titles].map(([genre, title]) =>
    el('li', {}, el('a', { class: 'tag', href: browseAddress({ genre }) }, title)),
  );
}
