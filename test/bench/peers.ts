// Usher beside other libraries for sessions and payments: the bytes that a page with a bundler
// loads before its session can begin, each with the calls of the library's own first example; and
// the time until the session is usable, for the libraries that begin one. Installs them into a
// folder of its own, so it needs the registry. `--runs 9` says how often each page is loaded in
// each setting. `--write` writes the times into `docs/why.md`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installLibraries, libraries, type LibraryName } from './peers/libraries.ts';
import { printSizes } from './peers/measure-bytes.ts';
import { conditions, measureTimes } from './peers/measure-times.ts';
import { printTimes } from './peers/times-table.ts';
import { writeTable } from './peers/write-table.ts';

interface Options {
  readonly runs?: string;
  readonly write?: boolean;
}

export async function run({ runs: wanted = '9', write = false }: Options): Promise<void> {
  const runs = Number(wanted);
  if (!Number.isInteger(runs) || runs < 1) {
    throw new RangeError('--runs must be a whole number from 1 on');
  }
  const folder = mkdtempSync(join(tmpdir(), 'usher-peers-'));
  try {
    await installLibraries(folder, Object.keys(libraries) as LibraryName[]);
    await printSizes(folder);
    const { subjects, browser } = await measureTimes(folder, runs);
    const date = new Date().toISOString().slice(0, 10);
    const text = printTimes(subjects, conditions, { date, browser, runs });
    console.log(`\n${text}`);
    if (write) await writeTable('docs/why.md', text);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
