import { fileURLToPath } from 'node:url';

const folder = (path: string): string =>
  fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** The root of the repository, with a slash at its end. */
export const repository: string = folder('');
/** The Markdown that the site is made of. Written by the build. */
export const pagesFolder: string = folder('.site/pages/');
/** The site as it is served. Written by the build. */
export const siteFolder: string = folder('.site/html/');
/** The site before that: pages of it that are open load their files from here. */
export const lastSiteFolder: string = folder('.site/last/');
/** What a build is written to, until it is complete. */
export const unfinishedFolder: string = folder('.site/unfinished/');
/** The root of VitePress: `.vitepress/` is in it. */
export const vitepressRoot: string = folder('docs/site/');
