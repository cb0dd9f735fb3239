import { el } from './dom.ts';
import { wordsFor } from './error-text.ts';

/** Says what went wrong and offers to try again. */
export function createFailureNotice(title, error, retry) {
  return el(
    'div',
    { class: 'notice', role: 'alert', 'data-code': error?.code ?? '' },
    el('h3', {}, title),
    el('p', {}, wordsFor(error)),
    el('button', { type: 'button', class: 'button', onclick: retry }, 'Try again'),
  );
}
