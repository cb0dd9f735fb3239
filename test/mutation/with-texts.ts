import type { Plugin } from 'esbuild';

/** Builds with other texts of some sources, which are given by their absolute path. */
export const withTexts = (texts: Readonly<Record<string, string>>): Plugin => ({
  name: 'other-texts',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const contents = texts[path];
      return contents === undefined ? undefined : { contents, loader: 'ts' };
    });
  },
});
