import { nearnessOf } from './chosen-files.ts';
import type { Mutant } from './mutants.ts';
import type { Fate } from './report.ts';
import { startUnitTests, type UnitCode } from './unit-tests.ts';

/** So many files of unit tests try a mutant. */
const maxFiles = 12;

/**
 * Tries mutants by the unit tests that reach them. First come the files that killed another mutant
 * of the same source, then those that are near its path. A file that fails has killed a mutant only
 * if it passes again without one. One that is late must be late once more: the machine may be busy.
 */
export async function killInBrowser(
  mutants: readonly Mutant[],
  code: UnitCode,
  log: (line: string) => void,
  onFate: (mutant: Mutant, fate: Fate) => void,
): Promise<void> {
  const tests = await startUnitTests(code, log);
  log(`${tests.reach.size} files of unit tests pass`);
  const kills = new Map<string, number>();
  /** They pass at the start only: a platform may refuse the logins of one more run, for example. */
  const unsteady = new Set<string>();
  for (const [index, mutant] of mutants.entries()) {
    const rankOf = (file: string): number =>
      10 * (kills.get(`${mutant.file} ${file}`) ?? 0) + nearnessOf(file, mutant.file);
    const files = [...tests.reach]
      .filter(([file, reached]) => reached.has(mutant.id) && !unsteady.has(file))
      .map(([file]) => file)
      .sort((one, other) => rankOf(other) - rankOf(one));
    if (files.length) onFate(mutant, { end: 'survived' });
    for (const killer of files.slice(0, maxFiles)) {
      const { found } = await tests.run(killer, mutant.id);
      if (found === undefined) continue;
      const { found: foundWithout } = await tests.run(killer, undefined);
      if (foundWithout !== undefined) {
        unsteady.add(killer);
        log(`left out, as it fails without a mutant: ${killer}: ${foundWithout}`);
        continue;
      }
      const isLate = /did not finish|Timeout of|the page hangs/.test(found);
      if (isLate && (await tests.run(killer, mutant.id)).found === undefined) continue;
      const key = `${mutant.file} ${killer}`;
      kills.set(key, (kills.get(key) ?? 0) + 1);
      onFate(mutant, { end: isLate ? 'timeout' : 'browser', killer, found });
      break;
    }
    if (index % 50 === 49) log(`${index + 1} mutants`);
  }
  await tests.stop();
}
