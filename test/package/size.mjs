// `npm run size`: what the build weighs, and whether it keeps the budgets. Needs a build.
import { readFileSync } from 'node:fs';
import { builtFiles, closure } from './built-files.mjs';
import { elementSizes } from './element-sizes.mjs';

const { budgets, largestChunkBytes, ownBudget, previous } = JSON.parse(
  readFileSync(new URL('budgets.json', import.meta.url), 'utf8'),
);

function printTable(dir, files) {
  console.log(
    `\n${dir.padEnd(44)}${['raw', 'gzip', 'brotli'].map((title) => title.padStart(9)).join('')}`,
  );
  for (const { path, raw, gzip, brotli } of files) {
    console.log(
      `  ${path.padEnd(42)}${[raw, gzip, brotli].map((bytes) => String(bytes).padStart(9)).join('')}`,
    );
  }
}

/**
 * Prints a budget beside the bytes that are counted, and how they have grown; true when it is kept.
 * A goal that is not reached yet is printed too.
 */
function keeps({ name, maxBytes, previousBytes, designBytes, why, files, without }, built) {
  const counted = closure(built, files, without);
  const bytes = counted.reduce((sum, { brotli }) => sum + brotli, 0);
  const kept = bytes <= maxBytes;
  const growth = bytes - previousBytes;
  const verdict = kept ? `${maxBytes - bytes} left` : `${bytes - maxBytes} OVER`;
  console.log(
    `  ${name.padEnd(30)}${String(bytes).padStart(7)} of ${String(maxBytes).padStart(6)}  ${verdict.padStart(11)}  ${`${growth < 0 ? '' : '+'}${growth}`.padStart(6)}  ${files.join(' ')}`,
  );
  if (bytes > designBytes) {
    console.log(`      the design says ${designBytes}: missed by ${bytes - designBytes}. ${why}`);
  }
  return kept;
}

const cdn = builtFiles('dist/cdn');
const all = builtFiles('dist');
printTable(
  'dist (module, not minified)',
  all.filter(({ path }) => !path.startsWith('cdn/')),
);
printTable('dist/cdn', cdn);
console.log(`\nBudgets (brotli, script tag), and the growth since ${previous}`);
const kept = budgets.map((budget) => keeps(budget, budget.folder === 'dist' ? all : cdn));
const tooLarge = cdn.filter(
  ({ path, name, brotli }) =>
    path.startsWith('chunks/') && brotli > largestChunkBytes && !ownBudget.includes(name),
);
for (const { path, brotli } of tooLarge) {
  console.log(
    `  ${path} has ${brotli} bytes: a chunk that is loaded later has at most ${largestChunkBytes}`,
  );
}
console.log('\nEach element alone with lit, without texts (brotli)');
for (const { name, brotli } of await elementSizes()) {
  console.log(`  ${name.padEnd(30)}${String(brotli).padStart(7)}`);
}
process.exitCode = kept.every(Boolean) && tooLarge.length === 0 ? 0 : 1;
