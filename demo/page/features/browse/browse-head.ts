import type { MediaItem } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import type { ChosenList } from './chosen-list.ts';

export interface BrowseHead {
  /** @param drawAgain draws the list anew, where it is a random one */
  readonly show: (list: ChosenList, form: HTMLElement, drawAgain?: () => void) => void;
  readonly showAnswer: (list: ChosenList, items: readonly MediaItem[], resultcount: number) => void;
}

/** The head of a list: its kind, its title, how many items it has, and how it can be narrowed. */
export function createBrowseHead(container: HTMLElement): BrowseHead {
  const kind = el('p', { class: 'list-word' });
  const title = el('h1', { tabindex: '-1' });
  const story = el('p', { class: 'list-story' });
  const count = el('p', { class: 'list-count', role: 'status' });
  const again = el('button', { type: 'button', class: 'button', 'data-draw': '' }, 'Draw again');
  const tools = el('div', { class: 'list-tools' });
  container.append(kind, title, story, count, tools);

  const showTitle = (text: string): void => {
    title.textContent = text;
    title.toggleAttribute('data-unknown', !text);
    document.title = text ? `${text} · Lantern Row` : 'Lantern Row';
  };
  return {
    show(list, form, drawAgain) {
      kind.textContent = list.kind;
      showTitle(list.title);
      story.textContent = list.story ?? '';
      count.textContent = 'Looking …';
      again.onclick = drawAgain ?? null;
      // A form that stays keeps the focus.
      if (!tools.contains(form)) tools.replaceChildren(...(drawAgain ? [form, again] : [form]));
    },
    showAnswer(list, items, resultcount) {
      showTitle(list.titleIn(items) || list.title || 'Nothing here');
      count.textContent = countText(list, resultcount);
    },
  };
}

function countText({ isRandom }: ChosenList, resultcount: number): string {
  if (!resultcount) return 'Nothing here. With fewer limits there may be more.';
  if (isRandom) return `Out of ${resultcount}.`;
  return resultcount === 1
    ? 'One title.'
    : `${resultcount.toLocaleString(document.documentElement.lang)} titles.`;
}
