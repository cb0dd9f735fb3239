import { addToPage } from '../browser/add-to-page.ts';
import { createElement } from '../browser/create-element.ts';
import { addStyles } from './inspector-styles.ts';
import type { View } from './view.ts';

/** The panel on the page, and the view that the developer has chosen. */
export interface Panel {
  /** Draws the chosen view again. */
  readonly draw: () => void;
  readonly focus: () => void;
  readonly remove: () => void;
}

/** A view with its tab. */
interface Tab {
  readonly view: View;
  readonly button: HTMLElement;
  readonly content: HTMLElement;
}

/**
 * Shows a panel at the bottom of the page, in a shadow root: styles of the page do not reach it.
 * `close` is called by its button and by Escape.
 */
export function createPanel(views: readonly View[], close: () => void): Panel {
  const tabs = views.map(createTab);
  let chosen = tabs[0]!;
  const choose = (tab: Tab): void => {
    chosen = tab;
    for (const each of tabs) {
      const isChosen = each === tab;
      each.button.setAttribute('aria-selected', String(isChosen));
      each.button.tabIndex = isChosen ? 0 : -1;
      each.content.hidden = !isChosen;
    }
    tab.view.draw();
  };
  for (const tab of tabs) {
    tab.button.addEventListener('click', () => choose(tab));
    tab.button.addEventListener('keydown', (event) => {
      const next = tabAt(tabs, tab, event.key);
      if (!next) return;
      event.preventDefault();
      choose(next);
      next.button.focus();
      // The focus alone does not move a tab into view that is there in part.
      next.button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
  }
  const remove = addPanel(tabs, close);
  choose(chosen);
  return {
    draw: () => chosen.view.draw(),
    focus: () => chosen.button.focus(),
    remove,
  };
}

function createTab(view: View): Tab {
  const name = view.title.toLowerCase();
  const button = createElement(
    'button',
    { type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `view-${name}` },
    view.title,
  );
  const attributes = { role: 'tabpanel', id: `view-${name}`, 'aria-labelledby': `tab-${name}` };
  const content = createElement('div', { ...attributes, tabindex: '0' }, view.root);
  return { view, button, content };
}

/** The tab that a key leads to. `undefined` for other keys. */
function tabAt(tabs: readonly Tab[], from: Tab, key: string): Tab | undefined {
  const index = tabs.indexOf(from);
  const last = tabs.length - 1;
  const next: Readonly<Record<string, number>> = {
    ArrowRight: index === last ? 0 : index + 1,
    ArrowLeft: index === 0 ? last : index - 1,
    Home: 0,
    End: last,
  };
  return tabs[next[key] ?? -1];
}

/** Adds the panel to the page. The returned function removes it. */
function addPanel(tabs: readonly Tab[], close: () => void): () => void {
  const list = createElement(
    'div',
    { role: 'tablist', 'aria-label': 'Parts of the inspector' },
    ...tabs.map(({ button }) => button),
  );
  const end = createElement(
    'button',
    { type: 'button', class: 'close', 'aria-label': 'Close the inspector' },
    '×',
  );
  end.addEventListener('click', close);
  const panel = createElement(
    'section',
    { role: 'dialog', 'aria-label': 'Usher inspector', lang: 'en', dir: 'ltr' },
    createElement('div', { class: 'top' }, list, end),
    ...tabs.map(({ content }) => content),
  );
  panel.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close();
  });
  const host = createElement('div', { 'data-usher-inspector': '' });
  const root = host.attachShadow({ mode: 'open' });
  addStyles(root);
  root.append(panel);
  return addToPage(host);
}
