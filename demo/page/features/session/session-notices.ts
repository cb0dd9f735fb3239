import { el } from '../../ui/dom.ts';
import { icon } from '../../ui/icon.ts';
import { identityWords, troubleWords } from './session-text.ts';
import { nameOf } from '../account/user-name.ts';

/**
 * A line under the header for what a viewer has to know of the session: there while it is so, or
 * until it has been read. Gives back what says more there.
 */
export function mountSessionNotices(usher) {
  const trouble = el('div', { role: 'status', 'data-trouble': '' });
  const news = el('div', { role: 'status', 'data-news': '' });
  document
    .querySelector('.site-header')
    .append(
      el('aside', { class: 'session-notices', 'aria-label': 'About your session' }, trouble, news),
    );

  let shown = '';
  const draw = () => {
    const words = troubleWords(usher.$session.get(), navigator.onLine);
    if (words === shown) return; // what is said again is read out again
    shown = words;
    trouble.replaceChildren(...(words ? [el('p', {}, words)] : []));
  };
  usher.$session.subscribe(draw);
  window.addEventListener('online', draw);
  window.addEventListener('offline', draw);

  const say = (words) => {
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
    news.replaceChildren(el('p', {}, words), close);
  };
  usher.on('identity-changed', (change) => say(identityWords(change, nameOf)));
  return say;
}
