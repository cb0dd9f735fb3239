import type { DefaultTheme } from 'vitepress';

/**
 * Lists pages of the guide before those of endpoints and exports with the same word. A function in
 * the configuration would reach the browser as text and need `unsafe-eval`, so it is added here.
 */
export function preferGuide(theme: DefaultTheme.Config): void {
  if (theme.search?.provider !== 'local') return;
  theme.search.options = {
    ...theme.search.options,
    miniSearch: { searchOptions: { boostDocument: weightOf } },
  };
}

/** `page`: the address of a part of a page, as `/docs/errors.html#input`. */
function weightOf(page: string): number {
  if (/^\/docs\/(api|endpoints)\//.test(page)) return 0.3;
  return page.startsWith('/docs/changelog') ? 0.5 : 1;
}
