// `node test/endpoints/coverage-table.mjs`: what the last runs did with each of the endpoints, read
// from what they wrote down.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const FOLDER = 'test-results/coverage';
/** Each with the run that writes it. */
export const columns = {
  typed: 'specs',
  checked: 'browser tests',
  encoded: 'browser tests',
  served: 'specs',
  called: 'browser tests',
};

/** Writes down for which endpoints something was done. */
export function writeColumn(column, ids) {
  if (!Object.hasOwn(columns, column)) throw new RangeError(`There is no column ${column}`);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}/${column}.json`, JSON.stringify([...ids]));
}

function readColumn(column) {
  try {
    return new Set(JSON.parse(readFileSync(`${FOLDER}/${column}.json`, 'utf8')));
  } catch {
    return undefined; // its run was not done, or broke before its end
  }
}

/** The lines of the table, and whether it is whole: every endpoint in every column. */
export function coverageTable(ids, read = readColumn) {
  const names = Object.keys(columns);
  const found = Object.fromEntries(names.map((name) => [name, read(name)]));
  const areas = [...new Set(ids.map((id) => id.split('/')[0]))];
  const cells = (label, own) =>
    `${label.padEnd(12)}${names.map((name) => (found[name] ? `${own.filter((id) => found[name].has(id)).length} of ${own.length}` : 'no run').padStart(12)).join('')}`;
  const lines = [`${''.padEnd(12)}${names.map((name) => name.padStart(12)).join('')}`];
  for (const area of areas) {
    lines.push(
      cells(
        area,
        ids.filter((id) => id.startsWith(`${area}/`)),
      ),
    );
  }
  lines.push(cells('all', ids));
  const unrun = names.filter((name) => !found[name]);
  const missing = names.flatMap((name) =>
    ids.filter((id) => found[name] && !found[name].has(id)).map((id) => `not ${name}: ${id}`),
  );
  lines.push(
    ...missing,
    ...unrun.map(
      (name) => `not known: ${name} is written by the ${columns[name]}, which did not get that far`,
    ),
  );
  return { lines, isWhole: missing.length + unrun.length === 0 };
}

if (import.meta.filename === process.argv[1]) {
  const { endpoints } = JSON.parse(readFileSync('test/samples/interface.json', 'utf8'));
  const { lines, isWhole } = coverageTable(endpoints.map(({ id }) => id));
  console.log(lines.join('\n'));
  process.exitCode = isWhole ? 0 : 1;
}
