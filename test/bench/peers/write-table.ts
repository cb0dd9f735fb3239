import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';

/** The comments of `docs/why.md` between which the tables are. */
export const markers = {
  begin: '<!-- npm run bench -- peers --write -->',
  end: '<!-- end of npm run bench -- peers --write -->',
} as const;

/** Puts a text between the two markers. @throws {Error} where one of them is missing. */
export function putBetween(document: string, text: string): string {
  const begin = document.indexOf(markers.begin);
  const end = document.indexOf(markers.end);
  if (begin < 0 || end < begin) throw new Error(`the document has no ${markers.begin}`);
  const head = document.slice(0, begin + markers.begin.length);
  return `${head}\n\n${text}\n\n${document.slice(end)}`;
}

/** Writes the tables into a document, in the layout that `npm run format` asks for. */
export async function writeTable(path: string, text: string): Promise<void> {
  const written = putBetween(await readFile(path, 'utf8'), text);
  await writeFile(path, await format(written, { ...(await resolveConfig(path)), filepath: path }));
}
