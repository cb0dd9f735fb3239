import type { Reporter } from './reporter.ts';

/**
 * Reports clicks on posters. They lead away from the page, so the token is fetched as soon as the
 * pointer or the focus is on one.
 */
export function reportPosterClicks(reporter: Reporter): void {
  for (const name of ['pointerover', 'focusin']) {
    document.addEventListener(name, ({ target }) => {
      if (posterOf(target)) reporter.prepare();
    });
  }
  document.addEventListener('click', ({ target }) => {
    const gid = posterOf(target)?.dataset['gid'];
    if (gid) reporter.report({ kind: 'click', gid });
  });
}

const posterOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('a[data-gid]') : null;
