import { html, render } from 'lit/html.js';

const noFilm =
  'There is no film at this address. It may have left the programme, or the address is incomplete.';

/** Shows that there is no film at the address, or nothing else that it names. */
export function showNotFound(main: HTMLElement, story: string = noFilm): void {
  document.title = 'Not in the programme · Lantern Row';
  const lost = document.createElement('div');
  lost.className = 'lost';
  render(
    html`<h1>The reel is missing.</h1>
      <p>${story}</p>
      <div class="lost-actions">
        <a class="button primary" href="/">To the front page</a>
        <a class="button" href="/search.html">Search the house</a>
      </div>`,
    lost,
  );
  main.replaceChildren(lost);
}
