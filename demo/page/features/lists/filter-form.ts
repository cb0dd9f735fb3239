import { el } from '../../ui/dom.ts';
import { filters } from './filters.ts';

/**
 * Selects that narrow and order a list, as the address says; a change is told with the new address.
 * @param {{ names: readonly string[], address: URLSearchParams, onChange: (address:
 *   URLSearchParams) => void, system: () => Promise<any> }} parts
 */
export function createFilterForm({ names, address, onChange, system }) {
  const selects = names.map((name) =>
    name === 'genre' ? createGenreSelect(address, system) : createSelect(name, address),
  );
  let isLoaded = false;
  const group = el(
    'div',
    { class: 'filters', role: 'group', 'aria-label': 'Narrow this list' },
    ...selects.map(({ field }) => field),
  );
  group.addEventListener('change', ({ target }) => {
    const changed = new URLSearchParams(location.search);
    if (target.value) changed.set(target.name, target.value);
    else changed.delete(target.name);
    onChange(changed);
  });
  return {
    element: group,
    /** Asks for the platform's genres; the list itself goes first. */
    loadGenres() {
      const load = selects.find((select) => select.load)?.load;
      if (load && !isLoaded) {
        void load().then(
          () => {
            isLoaded = true;
          },
          () => {},
        );
      } // the list is there without them
    },
  };
}

function createSelect(name, address) {
  const { label, any, options } = filters[name];
  const select = el(
    'select',
    { name },
    option('', any, address.get(name)),
    ...Object.entries(options).map(([word, [text]]) => option(word, text, address.get(name))),
  );
  return { field: el('label', { class: 'filter' }, el('span', {}, label), select) };
}

/**
 * The platform's genres, of films and of what is heard; until they are there, the chosen one alone.
 */
function createGenreSelect(address, system) {
  const chosen = address.get('genre') ?? '';
  const select = el(
    'select',
    { name: 'genre' },
    option('', 'All genres', chosen),
    chosen && option(chosen, chosen, chosen),
  );
  const load = async () => {
    const lists = await system();
    const [films, talks] = await Promise.all([lists.videogenres(), lists.audiogenres()]);
    const isSame = ({ code, title }) =>
      [code, title].some((word) => word?.toLowerCase() === select.value.toLowerCase());
    const code = [...films, ...talks].find(isSame)?.code ?? select.value;
    const group = (label, genres) =>
      genres.length > 0 &&
      el('optgroup', { label }, ...genres.map((genre) => option(genre.code, genre.title, code)));
    const isKnown = !code || [...films, ...talks].some((genre) => genre.code === code);
    select.replaceChildren(
      ...[
        option('', 'All genres', code),
        !isKnown && option(code, code, code),
        group('Films', films),
        group('Talks', talks),
      ].filter(Boolean),
    );
  };
  return { field: el('label', { class: 'filter' }, el('span', {}, 'Genre'), select), load };
}

const option = (value, text, chosen) =>
  el('option', { value, selected: value === (chosen ?? '') }, text);
