import { el } from '../../ui/dom.ts';
import { judges, type Judge, type Verdict } from './judges.ts';
import type { Watch } from './watch.ts';

/** Shows each promise with the verdict of its judge, and announces the one that is broken. */
export function showVerdicts(
  list: HTMLElement,
  status: HTMLElement,
  { $evidence }: Pick<Watch, '$evidence'>,
): void {
  const rows = judges.map((judge) => ({ judge, ...createRow(judge) }));
  list.append(...rows.map(({ element }) => element));
  $evidence.subscribe((evidence) => {
    if (!evidence) return;
    const broken: string[] = [];
    for (const { judge, show } of rows) {
      const verdict = judge.judge(evidence);
      if (!verdict.isOk) broken.push(`Broken: ${judge.promise} ${verdict.words}`);
      show(verdict);
    }
    const text = broken.join(' ');
    if (status.textContent !== text) status.textContent = text;
  });
}

function createRow({ name, promise }: Judge): {
  readonly element: HTMLElement;
  readonly show: (verdict: Verdict) => void;
} {
  const mark = el('span', { class: 'verdict-mark' }, 'looking');
  const words = el('p', { class: 'soft' });
  const element = el(
    'li',
    { class: 'verdict', 'data-judge': name },
    el('p', { class: 'verdict-head' }, mark, el('span', {}, promise)),
    words,
  );
  return {
    element,
    show({ isOk, words: text }) {
      element.dataset['verdict'] = isOk ? 'ok' : 'broken';
      mark.textContent = isOk ? 'ok' : 'broken';
      words.textContent = text;
    },
  };
}
