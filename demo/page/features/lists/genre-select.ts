import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { System } from 'usher-runtime';
import { renderElement } from '../../ui/render-element.ts';
import { fetchGenres, type Genre } from './genres.ts';
import { option } from './option.ts';

export interface GenreSelect {
  readonly field: HTMLElement;
  /** Fills it once; without an answer the list works all the same. */
  readonly load: () => Promise<void>;
}

/**
 * The platform's genres, of films and of talks; until they are there, the chosen one alone.
 * @param chosen a genre's code or title, or empty
 */
export function createGenreSelect(chosen: string, system: () => Promise<System>): GenreSelect {
  const select = renderElement(HTMLSelectElement, html`<select name="genre"></select>`);
  render(genreOptions([], [], chosen), select);
  let isLoaded = false;
  return {
    field: renderElement(
      HTMLElement,
      html`<label class="filter"><span>Genre</span>${select}</label>`,
    ),
    async load() {
      if (isLoaded) return;
      try {
        const { films, talks } = await fetchGenres(system);
        const { value } = select;
        render(nothing, select); // an option that stays would stay chosen
        render(genreOptions(films, talks, value), select);
        isLoaded = true;
      } catch {
        // The next list tries again.
      }
    },
  };
}

function genreOptions(
  films: readonly Genre[],
  talks: readonly Genre[],
  chosen: string,
): TemplateResult {
  const known = [...films, ...talks].find(({ code, title }) =>
    [code, title].some((word) => word.toLowerCase() === chosen.toLowerCase()),
  );
  const code = known?.code ?? chosen;
  const groupOf = (label: string, genres: readonly Genre[]): TemplateResult | typeof nothing =>
    genres.length
      ? html`<optgroup label=${label}>
          ${genres.map((genre) => option(genre.code, genre.title, code))}
        </optgroup>`
      : nothing;
  return html`${option('', 'All genres', code)}
  ${code && !known ? option(code, code, code) : nothing} ${groupOf('Films', films)}
  ${groupOf('Talks', talks)}`;
}
