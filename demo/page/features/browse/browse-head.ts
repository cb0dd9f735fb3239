import { el } from '../../ui/dom.ts';

/** The head of a list: what it is of, its name, how many there are, and how it can be narrowed. */
export function createBrowseHead(place) {
  const word = el('p', { class: 'list-word' });
  const title = el('h1', { tabindex: '-1' });
  const story = el('p', { class: 'list-story' });
  const count = el('p', { class: 'list-count', role: 'status' });
  const again = el('button', { type: 'button', class: 'button', 'data-draw': '' }, 'Draw again');
  const tools = el('div', { class: 'list-tools' });
  place.append(word, title, story, count, tools);

  const setTitle = (text) => {
    title.textContent = text;
    title.toggleAttribute('data-unknown', !text);
    document.title = text ? `${text} · Lantern Row` : 'Lantern Row';
  };
  return {
    /** @param {() => void} [draw] draws the list anew, where it is a matter of chance */
    show(list, form, draw) {
      word.textContent = list.word;
      setTitle(list.title);
      story.textContent = list.story ?? '';
      count.textContent = 'Looking …';
      again.onclick = draw ?? null;
      // What stands keeps the focus.
      if (!tools.contains(form)) tools.replaceChildren(...[form, draw && again].filter(Boolean));
    },
    answer(list, items, resultcount) {
      setTitle(list.titleIn(items) || list.title || 'Nothing here');
      count.textContent = countWords(list, resultcount);
    },
  };
}

function countWords({ isDrawn }, resultcount) {
  if (!resultcount) return 'Nothing here. With fewer limits there may be more.';
  if (isDrawn) return `Out of ${resultcount}.`;
  return resultcount === 1
    ? 'One title.'
    : `${resultcount.toLocaleString(document.documentElement.lang)} titles.`;
}
