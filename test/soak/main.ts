// `npm run soak`: six tabs of the demo in a real browser, for half an hour with random faults, two
// viewers and a purchase a minute. `--minutes 5`, `--engine firefox`, `--seed 7` repeats a choice
// of faults. Needs a build. Fails when money, the judges, a console or a growing tab say so.
import { bounds } from './growth.ts';
import { readOptions } from './options.ts';
import type { PageFigures } from './page-gauges.ts';
import { soak, type SoakReport } from './soak.ts';

const options = readOptions(process.argv.slice(2));
const { minutes, engine, seed } = options;
console.log(`${minutes} minutes in ${engine}, seed ${seed}`);
const report = await soak(options, (line) => console.log(`  ${line}`));
printReport(report);
process.exitCode = report.findings.length > 0 ? 1 : 0;

function printReport({ figures, trouble, unmeasured, findings, ...counts }: SoakReport): void {
  console.log(`\n${counts.granted} of ${counts.purchases} purchases were granted at once.`);
  const wrong = Object.entries(trouble).map(([kind, times]) => `${kind} ${times}`);
  console.log(`Made wrong on purpose: ${wrong.join(', ')}.`);
  for (const [tab, before, after] of figures) {
    const cells = (Object.keys(bounds) as (keyof PageFigures)[])
      .filter((key) => before[key] !== undefined)
      .map((key) => `${bounds[key].words} ${before[key]} -> ${after[key]}`);
    console.log(`${tab}: ${cells.join(', ')}`);
  }
  if (unmeasured.length > 0) console.log(`${engine} does not tell: ${unmeasured.join(', ')}.`);
  console.log(
    findings.length > 0 ? `\n${findings.length} findings, seed ${seed}:` : '\nNo findings.',
  );
  for (const finding of findings) console.log(`- ${finding}`);
}
