import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { compareReports, declarations } from './api-report.mjs';

const copies = 'test-results/declarations';

/** Compares the reports with the declarations of the build in which one text is another. */
function compareChanged(file: string, text: string, replacement: string) {
  for (const each of declarations) cpSync(`dist/${each}`, `${copies}/${each}`);
  const source = readFileSync(`dist/${file}`, 'utf8');
  expect(source.includes(text), text).toBe(true);
  writeFileSync(`${copies}/${file}`, source.replace(text, replacement));
  return compareReports(copies, true);
}

test.afterEach(() => rmSync(copies, { recursive: true, force: true }));

test('@main a comment is no change of the public face', () => {
  const { changed, lines } = compareChanged('index.d.ts', '/**', '/** Another comment. */ /**');
  expect({ changed, lines }).toEqual({ changed: [], lines: [] });
});

const changes = [
  {
    title: 'an exported interface',
    file: 'index.d.ts',
    text: 'interface Receipt extends SubscriptionTerms {',
    report: 'etc/usher-runtime.api.md',
  },
  {
    title: 'an interface that options extend, which is not exported',
    file: 'index.d.ts',
    text: 'extends SellingOptions<Outcome> {',
    report: 'etc/usher-runtime.api.md',
  },
  {
    title: 'the elements',
    file: 'elements.d.ts',
    text: 'interface ElementOptions {',
    report: 'etc/usher-runtime.elements.api.md',
  },
  {
    title: 'the runtime for tests',
    file: 'testing.d.ts',
    text: 'interface FakeGrant {',
    report: 'etc/usher-runtime.testing.api.md',
  },
];

const added = 'readonly city: string;';

for (const { title, file, text, report } of changes) {
  test(`a new member of ${title} is a change of the public face`, () => {
    const { changed, lines } = compareChanged(file, text, `${text} ${added}`);
    expect(changed).toEqual([report]);
    expect(lines.join('\n')).toContain(added);
  });
}
