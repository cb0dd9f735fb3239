import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { whyIgnored } from './people-text.ts';

/** One change of a source. */
export interface Mutant {
  readonly id: string;
  /** From the root of the repository. */
  readonly file: string;
  readonly line: number;
  readonly original: string;
  readonly replacement: string;
}

/** Sources that hold all their mutants. Of these at most one is active at a time. */
export interface InstrumentedSources {
  readonly mutants: readonly Mutant[];
  /** The texts by their absolute path. */
  readonly texts: Readonly<Record<string, string>>;
}

const silent = (): void => {};
const logger = {
  trace: silent,
  debug: silent,
  info: silent,
  warn: console.warn,
  error: console.error,
  fatal: console.error,
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => true,
  isErrorEnabled: () => true,
  isFatalEnabled: () => true,
};

/** Puts all mutants into the text of these files. */
export async function instrument(files: readonly string[]): Promise<InstrumentedSources> {
  const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
  const result = await new Instrumenter(logger).instrument(
    [...sources].map(([name, content]) => ({ name, content, mutate: true })),
    {
      plugins: null,
      excludedMutations: [],
      noHeader: true,
      ignorers: [{ shouldIgnore: (path) => whyIgnored((path as { node: never }).node) }],
    },
  );
  const mutants = result.mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ id, fileName, replacement, location: { start, end } }) => ({
      id,
      file: fileName,
      line: start.line + 1,
      original: textBetween(sources.get(fileName)!, start, end),
      replacement,
    }));
  const texts = result.files.map(({ name, content }) => [resolve(name), content] as const);
  return { mutants, texts: Object.fromEntries(texts) };
}

interface Position {
  readonly line: number;
  readonly column: number;
}

function textBetween(source: string, start: Position, end: Position): string {
  const lines = source.split('\n').slice(start.line, end.line + 1);
  const last = lines.length - 1;
  lines[last] = lines[last]!.slice(0, end.column);
  lines[0] = lines[0]!.slice(start.column);
  return lines.join('\n');
}
