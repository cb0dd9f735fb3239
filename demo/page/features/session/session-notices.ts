import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { Usher } from 'usher-runtime';
import { getElement } from '../../ui/get-element.ts';
import { icon } from '../../ui/icon.ts';
import { isPlatformReached, onReachChange } from '../../ui/reachability.ts';
import { identityText, sessionProblemText } from './session-text.ts';

/**
 * A line under the header for what a viewer has to know of the session, while it is so or until it
 * has been read. Answers with a function that shows another notice there.
 */
export function mountSessionNotices(usher: Usher): (text: string) => void {
  const header = getElement('.site-header');
  let news = '';
  let hadProblem = false;
  const showNotice = (text: string): void => {
    news = text;
    draw();
  };
  const draw = (): void => {
    const text = sessionProblemText(usher.$session.get(), navigator.onLine, isPlatformReached());
    hadProblem ||= Boolean(text);
    const recovery = hadProblem && !text ? 'Everything works again.' : '';
    render(
      noticesTemplate({ problem: text, recovery, news }, () => showNotice('')),
      header,
    );
  };
  usher.$session.subscribe(draw);
  onReachChange(draw);
  window.addEventListener('online', draw);
  window.addEventListener('offline', draw);
  usher.on('identity-changed', (change) => showNotice(identityText(change)));
  return showNotice;
}

interface Notices {
  readonly problem: string;
  /** For a screen reader alone: others see that the line of the problem goes. */
  readonly recovery: string;
  readonly news: string;
}

/**
 * A text that stays the same is not drawn again, so a screen reader does not repeat it. Without a
 * text its line is empty, also of white space, and takes no place.
 */
const noticesTemplate = (
  { problem, recovery, news }: Notices,
  dismiss: () => void,
): TemplateResult =>
  html`<aside class="session-notices" aria-label="About your session">
    <div role="status" data-trouble>${problem ? html`<p>${problem}</p>` : nothing}</div>
    <span class="visually-hidden" role="status" data-recovery>${recovery}</span>
    <div role="status" data-news>${news ? newsLine(news, dismiss) : nothing}</div>
  </aside>`;

const newsLine = (news: string, dismiss: () => void): TemplateResult =>
  html`<p>${news}</p>
    <button type="button" class="notice-close" aria-label="Dismiss" @click=${dismiss}>
      ${icon('close')}
    </button>`;
