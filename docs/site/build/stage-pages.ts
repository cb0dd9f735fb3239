import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { diagramsAsTables } from './diagram-table.ts';
import { homePage } from './home.ts';
import { replaceLinks } from './markdown-links.ts';
import { pagesFolder, repository } from './paths.ts';
import { firstParagraph, siteLink, type SitePage } from './site-pages.ts';

/** Markdown of the site: its path in the site, and its text. */
export interface StagedPage {
  readonly target: string;
  readonly text: string;
}

/** The pages as the site has them: links lead to pages of the site. */
export function stagePages(pages: readonly SitePage[]): StagedPage[] {
  return pages.map(({ source, target, text }) => {
    const linked = replaceLinks(diagramsAsTables(text), (link) => siteLink(source, link, pages));
    return target === 'index.md'
      ? { target, text: homePage(pages, linked.replace(/^# .+\n/, '')) }
      : { target, text: `---\n${descriptionOf(text)}---\n\n${linked}` };
  });
}

/** Values of front matter are JSON, which is YAML too. */
const descriptionOf = (text: string): string =>
  `description: ${JSON.stringify(firstParagraph(text).slice(0, 200))}\n`;

/** Writes the Markdown of the site, and the pictures. Older files are removed. */
export function writePages(pages: readonly StagedPage[]): void {
  rmSync(pagesFolder, { recursive: true, force: true });
  for (const { target, text } of pages) {
    const path = pagesFolder + target;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  cpSync(`${repository}docs/images`, `${pagesFolder}images`, { recursive: true });
}
