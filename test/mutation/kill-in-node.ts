import { nearnessOf } from './chosen-files.ts';
import type { KillerAnswer } from './killers.ts';
import type { Mutant } from './mutants.ts';
import { share, type KillerProcess } from './pool.ts';
import type { Fate } from './report.ts';

/** The killers that pass without a mutant, by the mutants that each reaches. */
export type Reach = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Runs each killer whose name has a part, without a mutant. One that fails then is left out. The
 * quickest come first.
 */
export async function findReach(
  processes: readonly KillerProcess[],
  part: string,
  log: (line: string) => void,
): Promise<Reach> {
  const found: { killer: string; ms: number; reached: readonly string[] }[] = [];
  const names = processes[0]!.names.filter((name) => name.includes(part));
  await share(processes, names, async (process, killer) => {
    const answer = await process.run({ killer });
    if (answer.found === undefined) found.push({ killer, ...answer });
    else log(`left out, as it fails without a mutant: ${killer}: ${answer.found}`);
  });
  found.sort((one, other) => one.ms - other.ms);
  return new Map(found.map(({ killer, reached }) => [killer, new Set(reached)]));
}

/**
 * Tries each mutant. First come the specs, then sequences that reach it, up to a number. Those that
 * killed another mutant of the same file come before the others, then specs that are near its path.
 */
export async function killInNode(
  processes: readonly KillerProcess[],
  mutants: readonly Mutant[],
  reach: Reach,
  { maxTries, onFate }: { maxTries: number; onFate: (mutant: Mutant, fate: Fate) => void },
): Promise<void> {
  const kills = new Map<string, number>();
  await share(processes, mutants, async (process, mutant) => {
    const reaching = [...reach]
      .filter(([, reached]) => reached.has(mutant.id))
      .map(([name]) => name);
    const killsOf = (name: string): number => kills.get(`${mutant.file} ${name}`) ?? 0;
    const rankOf = (name: string): number =>
      10 * killsOf(name) + (isSpec(name) ? nearnessOf(name, mutant.file) : 0);
    reaching.sort((one, other) => rankOf(other) - rankOf(one));
    const specs = reaching.filter(isSpec);
    const sequences = reaching.filter((name) => !isSpec(name));
    for (const killer of [...specs, ...sequences.slice(0, maxTries)]) {
      const failure = await findFailure(process, killer, mutant.id);
      if (!failure) continue;
      const { found, isEndless } = failure;
      kills.set(`${mutant.file} ${killer}`, killsOf(killer) + 1);
      onFate(mutant, {
        end: isEndless ? 'timeout' : kindOfKiller(killer),
        killer,
        found,
      });
      return;
    }
    onFate(mutant, { end: reaching.length ? 'survived' : 'not reached' });
  });
}

/**
 * What a killer finds about a mutant. It counts only if the killer passes without the mutant and
 * fails with it again: a busy machine is slow once, and a run may fail by what an earlier one left.
 */
async function findFailure(
  { run }: KillerProcess,
  killer: string,
  mutant: string,
): Promise<KillerAnswer | undefined> {
  if (!isFailure(await run({ killer, mutant }))) return undefined;
  if (isFailure(await run({ killer }))) return undefined;
  const again = await run({ killer, mutant });
  return isFailure(again) ? again : undefined;
}

const isFailure = ({ found, isEndless }: KillerAnswer): boolean => found !== undefined || isEndless;

const isSpec = (killer: string): boolean => killer.startsWith('spec ');

const kindOfKiller = (killer: string): 'spec' | 'world' => (isSpec(killer) ? 'spec' : 'world');
