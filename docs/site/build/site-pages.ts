import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { repository } from './paths.ts';

/** A Markdown file of the repository that is a page of the site. */
export interface SitePage {
  /** As `docs/errors.md`, from the root of the repository. */
  readonly source: string;
  /** As `errors.md`, from the root of the site. */
  readonly target: string;
  readonly text: string;
}

/** Pages that are not in `docs/`: their file, and what they are on the site. */
const others: Readonly<Record<string, string>> = {
  'docs/README.md': 'index.md',
  'README.md': 'readme.md',
  'ARCHITECTURE.md': 'architecture.md',
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'SECURITY.md': 'report-a-problem.md',
  'examples/react/README.md': 'react-and-vite.md',
  'examples/vue/README.md': 'vue-and-vite.md',
  'examples/svelte/README.md': 'svelte-and-vite.md',
  'examples/next/README.md': 'next.md',
  'examples/webpack/README.md': 'webpack.md',
  'examples/plain/README.md': 'no-build.md',
  'examples/players/README.md': 'pages-of-players.md',
  'demo/platform/README.md': 'reference-platform.md',
  'demo/usher-platform/README.md': 'usher-platform.md',
  'demo/provider/README.md': 'payment-provider.md',
  'demo/data/README.md': 'film-data.md',
  'demo/media/README.md': 'media-files.md',
  'test/faults/README.md': 'faults.md',
};

/** All pages of the site that are written by hand. */
export function readSitePages(): SitePage[] {
  const own = readdirSync(`${repository}docs`)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort()
    .map((name): [string, string] => [`docs/${name}`, name]);
  return [...own, ...Object.entries(others)].map(([source, target]) => ({
    source,
    target,
    text: readFileSync(repository + source, 'utf8'),
  }));
}

/** The first heading of a page, without its marks. */
export function titleOf(text: string): string {
  return (/^# (.+)$/m.exec(text)?.[1] ?? '').replaceAll('`', '');
}

/** The first paragraph after the first heading, on one line, without links. */
export function firstParagraph(text: string): string {
  const [, rest = ''] = text.split(/^# .+$/m);
  const paragraph = rest.trim().split(/\n{2,}/)[0] ?? '';
  return paragraph.replaceAll(/\s+/g, ' ').replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
}

/**
 * Where a link of a file leads on the site, from the page that the file becomes.
 * @throws {Error} where the link leads to a file that is not on the site.
 */
export function siteLink(source: string, link: string, pages: readonly SitePage[]): string {
  if (/^(https?:|mailto:|#)/.test(link)) return link;
  const [path = '', anchor] = link.split('#');
  const file = posix.join(posix.dirname(source), decodeURI(path));
  if (file.startsWith('docs/images/')) return `./${file.slice('docs/'.length)}`;
  const page = pages.find((each) => each.source === file);
  if (!page) throw new Error(`${source}: ${link} leads to no page of the site.`);
  return `./${page.target}${anchor === undefined ? '' : `#${anchor}`}`;
}
