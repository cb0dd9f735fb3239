import { el } from '../../ui/dom.ts';
import { titleOf } from '../media/media-item.ts';

/** A pause in typing. */
const restMs = 250;

/**
 * Chooses one item by its title: the browser suggests what the platform finds. The item that is
 * chosen stands there, and can be taken away.
 */
export function createItemPicker({ view, allmedia, titles }) {
  const suggestions = el('datalist', { id: 'filter-item-list' });
  const input = el('input', {
    id: 'filter-item',
    type: 'search',
    list: suggestions.id,
    autocomplete: 'off',
    placeholder: 'All items',
    'data-choice': 'item',
  });
  let found = new Map();
  let timer;
  let search = new AbortController();
  const suggest = async (query) => {
    search.abort();
    search = new AbortController();
    const { items } = await allmedia.byquery(
      {
        query,
        queryFields: ['title'],
        includeSubstringMatches: true,
        limit: 8,
        skipReporting: true,
      },
      { signal: search.signal },
    );
    found = new Map(items.map((item) => [titleOf(item), String(item.general.GID)]));
    suggestions.replaceChildren(
      ...[...found.keys()].map((title) => el('option', { value: title })),
    );
  };
  const choose = () => {
    const title = input.value.trim();
    if (!title) view.change({ item: '' });
    else if (found.has(title)) view.change({ item: found.get(title) });
  };
  input.addEventListener('input', () => {
    choose(); // a suggestion that is taken comes as input too
    clearTimeout(timer);
    const query = input.value.trim();
    if (query.length > 1 && !found.has(query))
    // Without suggestions one may still paste an address.
    {
      timer = setTimeout(() => void suggest(query).catch(() => {}), restMs);
    }
  });
  input.addEventListener('change', choose);
  view.subscribe(async ({ item }) => {
    const title = item ? await titles.ofGid(item).catch(() => `Item ${item}`) : '';
    if (item === view.get().item) input.value = title;
  });
  return el('div', { class: 'choice' }, el('label', { for: input.id }, 'Item'), input, suggestions);
}
