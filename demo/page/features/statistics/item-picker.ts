import { html, render } from 'lit/html.js';
import type { Allmedia } from 'usher-runtime';
import { getElement, getElementOf } from '../../ui/get-element.ts';
import { renderElement } from '../../ui/render-element.ts';
import { titleOf } from '../items/media-item.ts';
import type { ItemTitles } from './item-titles.ts';
import type { ViewStore } from './view-store.ts';

/** A pause in typing, in ms. */
const pauseMs = 250;

export interface ItemPickerParts {
  readonly view: ViewStore;
  readonly allmedia: Allmedia;
  readonly titles: ItemTitles;
}

/**
 * Chooses one item by its title: the browser suggests what the platform finds. The field shows the
 * chosen item; an empty field means all.
 */
export function createItemPicker({ view, allmedia, titles }: ItemPickerParts): HTMLElement {
  const element = createField();
  const suggestions = getElement('datalist', element);
  const input = getElementOf(HTMLInputElement, 'input', element);
  const search = createTitleSearch(allmedia);
  /** Global IDs by title. */
  let found: ReadonlyMap<string, string> = new Map();
  let timer: number | undefined;

  const suggest = async (query: string): Promise<void> => {
    try {
      found = await search(query);
    } catch {
      return; // an address works without suggestions
    }
    render(
      [...found.keys()].map((title) => html`<option value=${title}></option>`),
      suggestions,
    );
  };
  const choose = (): void => {
    const title = input.value.trim();
    const gid = found.get(title);
    if (!title) view.change({ item: '' });
    else if (gid) view.change({ item: gid });
  };
  input.addEventListener('input', () => {
    choose(); // a suggestion that is taken comes as input too
    clearTimeout(timer);
    const query = input.value.trim();
    if (query.length < 2 || found.has(query)) return;
    timer = window.setTimeout(() => void suggest(query), pauseMs);
  });
  input.addEventListener('change', choose);
  const showTitle = async (item: string): Promise<void> => {
    const title = item ? await titles.ofGid(item).catch(() => `Item ${item}`) : '';
    if (item === view.get().item) input.value = title;
  };
  view.subscribe(({ item }) => void showTitle(item));
  return element;
}

const createField = (): HTMLElement =>
  renderElement(
    HTMLElement,
    html`<div class="choice">
      <label for="filter-item">Item</label>
      <input
        id="filter-item"
        type="search"
        list="filter-item-list"
        autocomplete="off"
        placeholder="All items"
        data-choice="item"
      />
      <datalist id="filter-item-list"></datalist>
    </div>`,
  );

/** Finds items by their titles: global IDs by title. The search before, if it runs, ends. */
function createTitleSearch(
  allmedia: Allmedia,
): (query: string) => Promise<ReadonlyMap<string, string>> {
  let running = new AbortController();
  return async (query) => {
    running.abort();
    running = new AbortController();
    const { items } = await allmedia.byquery(
      {
        query,
        queryFields: ['title'],
        includeSubstringMatches: true,
        limit: 8,
        skipReporting: true,
      },
      { signal: running.signal },
    );
    return new Map(items.map((item) => [titleOf(item), item.general.GID]));
  };
}
