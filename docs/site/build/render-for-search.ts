import type { MarkdownEnv } from 'vitepress';

/** The renderer that the search has for itself. */
interface Renderer {
  readonly options: { highlight?: unknown };
  render(source: string, env: MarkdownEnv): string;
}

/**
 * What the search knows of a page. Of an endpoint and of an export it knows the name and the
 * description, so that the index stays small and the guide comes first.
 */
export function renderForSearch(source: string, env: MarkdownEnv, md: Renderer): string {
  // The index holds no colours, and they take most of the time.
  md.options.highlight = undefined;
  const isReference = /^(api|endpoints)\/./.test(env.relativePath);
  return md.render(isReference ? firstSection(source) : source, env);
}

/** Everything before the second heading. */
const firstSection = (source: string): string => source.split(/^## /m)[0] ?? source;
