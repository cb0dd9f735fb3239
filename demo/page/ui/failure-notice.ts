import { el } from './dom.ts';
import { errorText } from './error-text.ts';
import { readError } from './read-error.ts';

/** Says what went wrong and offers to try again. */
export function createFailureNotice(
  title: string,
  error: unknown,
  retry: () => void,
  heading: 'h2' | 'h3' = 'h3',
): HTMLElement {
  return el(
    'div',
    { class: 'notice', role: 'alert', 'data-code': readError(error).code ?? '' },
    el(heading, {}, title),
    el('p', {}, errorText(error)),
    el('button', { type: 'button', class: 'button', onclick: retry }, 'Try again'),
  );
}
