/**
 * Tells of clicks on posters, which lead away from the page: so the token is fetched as soon as one
 * is aimed at.
 */
export function reportPosters(reporter) {
  const posterOf = ({ target }) => target.closest?.('a[data-gid]');
  for (const name of ['pointerover', 'focusin']) {
    document.addEventListener(name, (event) => posterOf(event) && reporter.prepare());
  }
  document.addEventListener('click', (event) => {
    const poster = posterOf(event);
    if (poster) reporter.tell({ kind: 'click', gid: poster.dataset.gid });
  });
}
