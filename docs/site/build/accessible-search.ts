import type { Plugin } from 'vite';

/**
 * What is wrong in the search box of VitePress for screen readers, and what it should be. A window
 * with fields in it is no button. A result is one link, so the link itself is the option, and its
 * text is its name. Only what has a role may have a name.
 */
const changes: readonly (readonly [found: string, mended: string])[] = [
  [
    `role="button"
      :aria-owns="results?.length ? 'localsearch-list' : undefined"
      aria-expanded="true"
      aria-haspopup="listbox"`,
    `role="dialog"
      aria-modal="true"`,
  ],
  [
    `            :id="'localsearch-item-' + index"
            :aria-selected="selectedIndex === index ? 'true' : 'false'"
            role="option"
          >
            <a`,
    `            role="presentation"
          >
            <a
              :id="'localsearch-item-' + index"
              :aria-selected="selectedIndex === index ? 'true' : 'false'"
              role="option"`,
  ],
  [`              :aria-label="[...p.titles, p.title].join(' > ')"\n`, ''],
  ['<span class="title-icon">', '<span class="title-icon" aria-hidden="true">'],
  ['<kbd :aria-label', '<kbd role="img" :aria-label'],
];

/** Mends the search box while the site is built. A new version of VitePress may need another way. */
export const accessibleSearch = (): Plugin => ({
  name: 'accessible-search',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/VPLocalSearchBox.vue')) return undefined;
    return changes.reduce((text, [found, mended]) => {
      if (!text.includes(found)) throw new Error(`The search box of VitePress has no ${found}`);
      return text.replaceAll(found, () => mended);
    }, code);
  },
});
