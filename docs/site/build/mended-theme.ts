import type { Plugin } from 'vite';

type Change = readonly [found: string, mended: string];

/**
 * What is wrong in the search box of VitePress for screen readers, and what it should be. A window
 * with fields in it is no button. A result is one link, so the link itself is the option, and its
 * text is its name. Only what has a role may have a name.
 */
const searchBox: readonly Change[] = [
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

/** The outline of a page that the reader has left is still asked for its marker. */
const outline: readonly Change[] = [
  ['function setActiveLink() {', 'function setActiveLink() {\n        if (!marker.value) return;'],
];

const filesWithErrors: readonly (readonly [end: string, changes: readonly Change[]])[] = [
  ['/VPLocalSearchBox.vue', searchBox],
  ['/composables/outline.js', outline],
];

/** Mends VitePress while the site is built. A new version of VitePress may need another way. */
export const mendedTheme = (): Plugin => ({
  name: 'mended-theme',
  enforce: 'pre',
  transform(code, id) {
    const [, changes] = filesWithErrors.find(([end]) => id.endsWith(end)) ?? [];
    return changes?.reduce((text, [found, mended]) => {
      if (!text.includes(found)) throw new Error(`${id} of VitePress has no ${found}`);
      return text.replaceAll(found, () => mended);
    }, code);
  },
});
