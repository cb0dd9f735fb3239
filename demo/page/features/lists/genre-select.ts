import type { System } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { fetchGenres, type Genre } from './genres.ts';
import { createOption } from './option.ts';

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
  const select = el(
    'select',
    { name: 'genre' },
    createOption('', 'All genres', chosen),
    chosen && createOption(chosen, chosen, chosen),
  );
  let isLoaded = false;
  return {
    field: el('label', { class: 'filter' }, el('span', {}, 'Genre'), select),
    async load() {
      if (isLoaded) return;
      try {
        const { films, talks } = await fetchGenres(system);
        select.replaceChildren(...createOptions(films, talks, select.value));
        isLoaded = true;
      } catch {
        // The next list tries again.
      }
    },
  };
}

function createOptions(
  films: readonly Genre[],
  talks: readonly Genre[],
  chosen: string,
): HTMLElement[] {
  const known = [...films, ...talks].find(({ code, title }) =>
    [code, title].some((word) => word.toLowerCase() === chosen.toLowerCase()),
  );
  const code = known?.code ?? chosen;
  const groupOf = (label: string, genres: readonly Genre[]): HTMLElement[] =>
    genres.length
      ? [
          el(
            'optgroup',
            { label },
            ...genres.map((genre) => createOption(genre.code, genre.title, code)),
          ),
        ]
      : [];
  return [
    createOption('', 'All genres', code),
    ...(code && !known ? [createOption(code, code, code)] : []),
    ...groupOf('Films', films),
    ...groupOf('Talks', talks),
  ];
}
