import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from '@playwright/test';
import { anchors, linkTargets, markdownFiles } from '../fixtures/package/markdown.ts';

/** Why a link of a file leads nowhere; `undefined` where it leads somewhere. */
function problemOf(path: string, target: string): string | undefined {
  if (target.startsWith('https:')) return undefined;
  const [file = '', anchor] = target.split('#');
  const found = file === '' ? path : posix.join(posix.dirname(path), decodeURI(file));
  if (!existsSync(found)) return `${path}: there is no ${found}`;
  if (anchor === undefined || anchors(found).includes(anchor)) return undefined;
  return `${path}: ${found} has no heading #${anchor}`;
}

test('every relative link of every Markdown file leads to a file, and to a heading in it', () => {
  const problems = markdownFiles.flatMap((path) =>
    linkTargets(path).flatMap((target) => problemOf(path, target) ?? []),
  );
  expect(problems).toEqual([]);
});

test('a link that leads nowhere is found', () => {
  expect(problemOf('README.md', 'docs/none.md')).toContain('there is no docs/none.md');
  expect(problemOf('docs/errors.md', '#none')).toContain('no heading');
  expect(problemOf('docs/errors.md', 'returns.md#a-return-page')).toBeUndefined();
});

test('the index of the documentation links every page of docs/', () => {
  const pages = markdownFiles.filter((path) => /^docs\/.+\.md$/.test(path));
  const linked = linkTargets('docs/README.md').map((target) => posix.join('docs', target));
  expect(pages.length).toBeGreaterThan(10);
  expect(pages.filter((path) => path !== 'docs/README.md' && !linked.includes(path))).toEqual([]);
});
