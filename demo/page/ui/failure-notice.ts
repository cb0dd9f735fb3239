import { el } from './dom.ts';
import { errorText } from './error-text.ts';
import { noteRequest } from './reachability.ts';
import { readError } from './read-error.ts';

/**
 * Says what went wrong and offers to try again. Where the platform cannot be reached the header
 * says so, once for all parts of a page: the notice is no alert then.
 */
export function createFailureNotice(
  title: string,
  error: unknown,
  retry: () => void,
  heading: 'h1' | 'h2' | 'h3' = 'h3',
): HTMLElement {
  const { code = '' } = readError(error);
  const isReached = noteRequest(code);
  const tryAgain = (): void => {
    noteRequest();
    retry();
  };
  return el(
    'div',
    { class: 'notice', role: isReached && 'alert', 'data-code': code },
    el(heading, {}, title),
    el('p', {}, errorText(error)),
    el('button', { type: 'button', class: 'button', onclick: tryAgain }, 'Try again'),
  );
}
