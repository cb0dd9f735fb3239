import { readdirSync, readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { isChromium } from './engine.ts';

/**
 * Ends the process of a tab, so that the page runs no more code, not even on leaving. Resolves when
 * it has ended.
 */
export type CrashTab = () => Promise<void>;

interface Process {
  readonly id: number;
  readonly parent: number;
  /** A letter: `R` runs, `S` sleeps, `Z` has ended. */
  readonly state: string;
  /** CPU time used so far, in ticks of the system. */
  readonly ticks: number;
}

/**
 * Prepares to crash a tab. Chromium has a command for it. Firefox has none, so the process of the
 * tab is killed: the one that works while the page computes. Call it early, because computing takes
 * about half a second.
 */
export async function prepareCrash(page: Page): Promise<CrashTab> {
  if (isChromium(page.context())) {
    const devtools = await page.context().newCDPSession(page);
    return async () => {
      const crashed = page.waitForEvent('crash');
      devtools.send('Page.crash').catch(() => {}); // a crashed tab sends no answer
      await crashed;
    };
  }
  const id = await processOf(page);
  return async () => {
    process.kill(id, 'SIGKILL');
    await expect.poll(() => isRunning(id), { intervals: [20] }).toBe(false);
  };
}

/** Whether a process still runs code: it exists, and is not a zombie. */
function isRunning(id: number): boolean {
  const state = readProcess(id)?.state ?? 'Z';
  return state !== 'Z' && state !== 'X';
}

/**
 * The process of a page, among those that this test has started. Reads `/proc`, so it needs Linux.
 */
async function processOf(page: Page): Promise<number> {
  const before = new Map(descendants(process.pid).map(({ id, ticks }) => [id, ticks]));
  await page.evaluate(compute);
  const [busiest] = descendants(process.pid)
    .map(({ id, ticks }) => ({ id, worked: ticks - (before.get(id) ?? 0) }))
    .sort((a, b) => b.worked - a.worked);
  if (!busiest || busiest.worked === 0) throw new Error('No process of the browser has worked');
  const command = readFileSync(`/proc/${busiest.id}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  if (!/ -contentproc .* tab$/.test(command)) {
    throw new Error(`Not the process of a tab: ${command}`);
  }
  return busiest.id;
}

/** Runs in the page. Counts instead of reading a clock, because the page's clocks may be moved. */
function compute(): number {
  let sum = 0;
  for (let count = 0; count < 3e8; count++) sum = (sum + count) % 1_000_003;
  return sum;
}

function descendants(root: number): Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
  const below = (parent: number): Process[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.id)]);
  return below(root);
}

/**
 * By `/proc/<id>/stat`: behind the name in parentheses the first field is the state, the second the
 * parent, the twelfth and thirteenth the CPU time.
 */
function readProcess(id: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      id,
      state: fields[0]!,
      parent: Number(fields[1]),
      ticks: Number(fields[11]) + Number(fields[12]),
    };
  } catch {
    return undefined; // it has ended meanwhile
  }
}
