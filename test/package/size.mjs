// `npm run size`: what the build weighs, and whether it keeps the budgets. Needs a build.
import { readFileSync } from 'node:fs';
import { builtFiles, closure } from './built-files.mjs';

const { budgets } = JSON.parse(readFileSync(new URL('budgets.json', import.meta.url), 'utf8'));

function printTable(dir, files) {
  console.log(`\n${dir.padEnd(44)}${['raw', 'gzip', 'brotli'].map((title) => title.padStart(9)).join('')}`);
  for (const { path, raw, gzip, brotli } of files) {
    console.log(`  ${path.padEnd(42)}${[raw, gzip, brotli].map((bytes) => String(bytes).padStart(9)).join('')}`);
  }
}

/** Prints a budget beside what is; true when it is kept. Where the design's is missed, the present one holds what there is, and both are told. */
function keeps({ name, maxBytes, designBytes, why, files }, built) {
  const counted = closure(built, files);
  const bytes = counted.reduce((sum, { brotli }) => sum + brotli, 0);
  const kept = bytes <= maxBytes;
  const verdict = kept ? `${maxBytes - bytes} left` : `${bytes - maxBytes} OVER`;
  console.log(`  ${name.padEnd(30)}${String(bytes).padStart(7)} of ${String(maxBytes).padStart(6)}  ${verdict.padStart(11)}  ${files.join(' ')}`);
  if (bytes > designBytes) console.log(`      the design says ${designBytes}: missed by ${bytes - designBytes}. ${why}`);
  return kept;
}

const cdn = builtFiles('dist/cdn');
const all = builtFiles('dist');
printTable('dist (module, not minified)', all.filter(({ path }) => !path.startsWith('cdn/')));
printTable('dist/cdn', cdn);
console.log('\nBudgets (brotli, script tag)');
const kept = budgets.map((budget) => keeps(budget, cdn));
process.exitCode = kept.every(Boolean) ? 0 : 1;
