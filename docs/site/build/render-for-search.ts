import type { MarkdownEnv } from 'vitepress';

interface Renderer {
  render(source: string, env: MarkdownEnv): string;
}

/**
 * What the search knows of a page. Of an endpoint and of an export it knows the name and the
 * description, so that the index stays small and the guide comes first.
 */
export function renderForSearch(source: string, env: MarkdownEnv, md: Renderer): string {
  const html = md.render(source, env);
  return /^(api|endpoints)\/./.test(env.relativePath) ? firstSection(html) : html;
}

/** Everything before the second heading. */
const firstSection = (html: string): string => html.split(/<h2/)[0] ?? html;
