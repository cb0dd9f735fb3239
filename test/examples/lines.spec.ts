import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

const folderOf = (example: string): string => join(import.meta.dirname, '../../examples', example);
const linesOf = (file: string): number => readFileSync(file, 'utf8').trimEnd().split('\n').length;

/** What a README says of its files, such as "All of Usher is in `a.ts` and `b.ts`, 38 lines". */
const claim = /All of\s+Usher\s+is\s+in\s+`([^`]+)`(?:\s+and\s+`([^`]+)`)?,\s+(\d+)\s+lines/g;

for (const example of ['plain', 'react']) {
  test(`the README of the ${example} example says how long its catalogue is`, () => {
    const folder = folderOf(example);
    const claims = [...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(claim)];
    const said = claims.map(([, one = '', two, lines]) => ({
      files: two ? [one, two] : [one],
      lines: Number(lines),
    }));
    expect(said.some(({ files: [file] }) => file!.includes('catalogue'))).toBe(true);
    for (const { files, lines } of said) {
      const total = files.reduce((sum, file) => sum + linesOf(join(folder, file)), 0);
      expect(total, files.join(' and ')).toBe(lines);
    }
  });
}
