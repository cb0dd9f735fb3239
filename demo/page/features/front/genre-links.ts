import { html, render, type TemplateResult } from 'lit/html.js';
import type { System } from 'usher-runtime';
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
      render(await fetchLinks(system), list);
    } catch {
      list.hidden = true;
    }
  };
  whenNear(list, () => void load());
}

async function fetchLinks(system: () => Promise<System>): Promise<TemplateResult[]> {
  const { films, talks } = await fetchGenres(system);
  const titles = new Map([...films, ...talks].map(({ code, title }) => [code, title]));
  return [...titles].map(
    ([genre, title]) => html`<li><a class="tag" href=${browseAddress({ genre })}>${title}</a></li>`,
  );
}
