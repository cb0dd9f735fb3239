import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { MediaItem } from 'usher-runtime';
import type { ChosenList } from './chosen-list.ts';

export interface BrowseHead {
  /** @param drawAgain draws the list anew, where it is a random one */
  readonly show: (list: ChosenList, form: HTMLElement, drawAgain?: () => void) => void;
  readonly showAnswer: (list: ChosenList, items: readonly MediaItem[], resultcount: number) => void;
}

/** What the head shows. */
interface Shown {
  readonly kind: string;
  /** Empty where only the items name the list. */
  readonly title: string;
  readonly story: string;
  readonly count: string;
  readonly form?: HTMLElement;
  readonly drawAgain?: (() => void) | undefined;
}

/** The head of a list: its kind, its title, how many items it has, and how it can be narrowed. */
export function createBrowseHead(container: HTMLElement): BrowseHead {
  let shown: Shown = { kind: '', title: '', story: '', count: '' };
  const draw = (changes: Partial<Shown>): void => {
    shown = { ...shown, ...changes };
    render(headOf(shown), container);
  };
  const setDocumentTitle = (title: string): void => {
    document.title = title ? `${title} · Lantern Row` : 'Lantern Row';
  };
  draw({}); // the count is announced only where its element was there before
  return {
    show({ kind, title, story = '' }, form, drawAgain) {
      setDocumentTitle(title);
      draw({ kind, title, story, count: 'Looking …', form, drawAgain });
    },
    showAnswer(list, items, resultcount) {
      const title = list.titleIn(items) || list.title || 'Nothing here';
      setDocumentTitle(title);
      draw({ title, count: countText(list, resultcount) });
    },
  };
}

const headOf = ({ kind, title, story, count, form, drawAgain }: Shown): TemplateResult =>
  html`<p class="list-word">${kind}</p>
    <h1 tabindex="-1" ?data-unknown=${!title}>${title}</h1>
    <p class="list-story">${story}</p>
    <p class="list-count" role="status">${count}</p>
    <div class="list-tools">${form}${drawAgain ? againButton(drawAgain) : nothing}</div>`;

const againButton = (drawAgain: () => void): TemplateResult =>
  html`<button type="button" class="button" data-draw @click=${drawAgain}>Draw again</button>`;

function countText({ isRandom }: ChosenList, resultcount: number): string {
  if (!resultcount) return 'Nothing here. With fewer limits there may be more.';
  if (isRandom) return `Out of ${resultcount}.`;
  return resultcount === 1
    ? 'One title.'
    : `${resultcount.toLocaleString(document.documentElement.lang)} titles.`;
}
