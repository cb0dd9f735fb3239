import { html, nothing, type TemplateResult } from 'lit/html.js';
import { errorText } from './error-text.ts';
import { noteRequest } from './reachability.ts';
import { readError } from './read-error.ts';
import { renderElement } from './render-element.ts';

const headings = {
  h1: (title: string) => html`<h1>${title}</h1>`,
  h2: (title: string) => html`<h2>${title}</h2>`,
  h3: (title: string) => html`<h3>${title}</h3>`,
} satisfies Readonly<Record<string, (title: string) => TemplateResult>>;

/**
 * Says what went wrong and offers to try again. Where the platform cannot be reached the header
 * says so, once for all parts of a page: the notice is no alert then.
 */
export function createFailureNotice(
  title: string,
  error: unknown,
  retry: () => void,
  heading: keyof typeof headings = 'h3',
): HTMLElement {
  const { code = '' } = readError(error);
  const isReached = noteRequest(code);
  const tryAgain = (): void => {
    noteRequest();
    retry();
  };
  return renderElement(
    HTMLElement,
    html`<div class="notice" role=${isReached ? 'alert' : nothing} data-code=${code}>
      ${headings[heading](title)}
      <p>${errorText(error)}</p>
      <button type="button" class="button" @click=${tryAgain}>Try again</button>
    </div>`,
  );
}
