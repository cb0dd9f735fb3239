import { readdirSync } from 'node:fs';
import type { DefaultTheme } from 'vitepress';
import type { Endpoint } from '../endpoint.ts';
import { moduleNames } from './api-reference.ts';
import { areasOf } from './endpoint-pages.ts';
import { pagesFolder } from './paths.ts';
import { siteLink, type SitePage } from './site-pages.ts';

type Item = DefaultTheme.SidebarItem;

/** The lists beside the pages: of the guide, of the endpoints, of the API reference. */
export const sidebarOf = (
  pages: readonly SitePage[],
  endpoints: readonly Endpoint[],
): DefaultTheme.SidebarMulti => ({
  '/endpoints/': endpointItems(endpoints),
  '/api/': apiItems(),
  '/': guideItems(pages),
});

/** What the index of `docs/` lists, in its order and under its headings. */
function guideItems(pages: readonly SitePage[]): Item[] {
  const index = pages.find(({ source }) => source === 'docs/README.md')!;
  return index.text
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      text: section.split('\n')[0]!,
      items: [...section.matchAll(/\[([^\]]+)\]\(([^)\s]+)\)/g)].map(
        ([, text = '', link = '']) => ({
          text,
          link: siteLink(index.source, link, pages).replace('./', '/'),
        }),
      ),
    }));
}

function endpointItems(endpoints: readonly Endpoint[]): Item[] {
  return [
    { text: 'All endpoints', link: '/endpoints/' },
    ...areasOf(endpoints).map((area) => ({
      text: area,
      // A group without a link is a button with a button in it.
      link: `/endpoints/#${area}`,
      collapsed: true,
      items: endpoints
        .filter((each) => each.area === area)
        .map(({ id }) => ({ text: id.slice(area.length + 1), link: `/endpoints/${id}.md` })),
    })),
  ];
}

/** The folders of a module in the reference, and what they hold. */
const kinds = {
  functions: 'Functions',
  classes: 'Classes',
  interfaces: 'Interfaces',
  'type-aliases': 'Types',
};

function apiItems(): Item[] {
  return moduleNames.map((module) => ({
    text: module,
    link: `/api/${module}/`,
    items: Object.entries(kinds).flatMap(([kind, text]) => {
      const items = namesIn(`api/${module}/${kind}`).map((name) => ({
        text: name,
        link: `/api/${module}/${kind}/${name}.md`,
      }));
      return items.length > 0
        ? [{ text, link: `/api/${module}/#${kind}`, collapsed: kind !== 'functions', items }]
        : [];
    }),
  }));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(pagesFolder + folder).map((name) => name.replace('.md', ''));
  } catch {
    return []; // The module exports nothing of this kind.
  }
}
