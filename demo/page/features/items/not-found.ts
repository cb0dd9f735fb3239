import { el } from '../../ui/dom.ts';

const noFilm =
  'There is no film at this address. It may have left the programme, or the address was cut short on its way to you.';

/** Shows that there is no film at the address, or nothing else that it names. */
export function showNotFound(main: HTMLElement, story: string = noFilm): void {
  document.title = 'Not in the programme · Lantern Row';
  main.replaceChildren(
    el(
      'div',
      { class: 'lost' },
      el('h1', {}, 'The reel is missing.'),
      el('p', {}, story),
      el(
        'div',
        { class: 'lost-actions' },
        el('a', { class: 'button primary', href: '/' }, 'To the front page'),
        el('a', { class: 'button', href: '/search.html' }, 'Search the house'),
      ),
    ),
  );
}
