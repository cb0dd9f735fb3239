import { readFileSync } from 'node:fs';
import { defineConfig, type DefaultTheme, type UserConfig } from 'vitepress';
import { codeTheme, withClasses } from './build/code-theme.ts';
import { mendedTheme } from './build/mended-theme.ts';
import { renderForSearch } from './build/render-for-search.ts';
import { slugOf } from './build/slug.ts';

/** Written by the build. Addresses are from the root of the repository, where the build runs. */
const readSidebar = (): DefaultTheme.SidebarMulti =>
  JSON.parse(readFileSync('.site/sidebar.json', 'utf8')) as DefaultTheme.SidebarMulti;

export const config: UserConfig<DefaultTheme.Config> = defineConfig({
  lang: 'en',
  title: 'Usher',
  description: "A small in-page media runtime: the viewer's session, access to items, purchases.",
  base: '/docs/',
  srcDir: '../../.site/pages',
  outDir: '../../.site/unfinished',
  cacheDir: '../../.site/cache',
  metaChunk: true,
  // The site's policy takes no style element that a script adds.
  appearance: { disableTransition: false },
  head: [['link', { rel: 'icon', href: '/docs/mark.svg', type: 'image/svg+xml' }]],
  markdown: {
    theme: codeTheme,
    anchor: { slugify: slugOf },
    config: (md) => {
      const { fence } = md.renderer.rules;
      md.renderer.rules.fence = (...values) => withClasses(fence?.(...values) ?? '');
    },
  },
  themeConfig: {
    logo: '/mark.svg',
    nav: [
      { text: 'Guide', link: '/readme', activeMatch: '^/(?!endpoints|api|changelog)[^/]+$' },
      { text: 'Endpoints', link: '/endpoints/', activeMatch: '^/endpoints/' },
      { text: 'API', link: '/api/', activeMatch: '^/api/' },
      { text: 'Changelog', link: '/changelog' },
    ],
    sidebar: readSidebar(),
    outline: [2, 3],
    search: { provider: 'local', options: { _render: renderForSearch } },
  },
  vite: {
    logLevel: 'warn',
    build: { chunkSizeWarningLimit: 10_000 },
    plugins: [mendedTheme()],
  },
});
