import type { Usher } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { getElement } from '../../ui/get-element.ts';
import { icon } from '../../ui/icon.ts';
import { isPlatformReached, onReachChange } from '../../ui/reachability.ts';
import { identityText, sessionProblemText } from './session-text.ts';

/**
 * A line under the header for what a viewer has to know of the session, while it is so or until it
 * has been read. Answers with a function that shows another notice there.
 */
export function mountSessionNotices(usher: Usher): (text: string) => void {
  const problem = el('div', { role: 'status', 'data-trouble': '' });
  const news = el('div', { role: 'status', 'data-news': '' });
  getElement('.site-header').append(
    el('aside', { class: 'session-notices', 'aria-label': 'About your session' }, problem, news),
  );

  let shown = '';
  const draw = (): void => {
    const text = sessionProblemText(usher.$session.get(), navigator.onLine, isPlatformReached());
    if (text === shown) return; // a screen reader would read it again
    shown = text;
    problem.replaceChildren(...(text ? [el('p', {}, text)] : []));
  };
  usher.$session.subscribe(draw);
  onReachChange(draw);
  window.addEventListener('online', draw);
  window.addEventListener('offline', draw);

  const showNotice = (text: string): void => {
    const close = el(
      'button',
      {
        type: 'button',
        class: 'notice-close',
        'aria-label': 'Dismiss',
        onclick: () => news.replaceChildren(),
      },
      icon('close'),
    );
    news.replaceChildren(el('p', {}, text), close);
  };
  usher.on('identity-changed', (change) => showNotice(identityText(change)));
  return showNotice;
}
