import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { KillerAnswer, KillerOrder } from './killers.ts';

/** A run takes a tenth of a second; one that takes so long hangs. */
const maxRunMs = 30_000;

/** A process of killers. It is started anew after a run that hangs. */
export interface KillerProcess {
  /** The names of its killers. */
  readonly names: readonly string[];
  readonly run: (order: KillerOrder) => Promise<KillerAnswer>;
  readonly stop: () => void;
}

const file = fileURLToPath(new URL('killers.ts', import.meta.url));

/** Starts a process over the plan in a file. */
export async function startKillers(planFile: string): Promise<KillerProcess> {
  let child: ChildProcess;
  const start = async (): Promise<string[]> => {
    child = fork(file, [planFile], {
      execArgv: ['--import', 'tsx', '--no-warnings'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    return (await nextMessage(child, Infinity)) as string[];
  };
  const names = await start();
  return {
    names,
    async run(order) {
      child.send(order);
      const answer = (await nextMessage(child, maxRunMs)) as KillerAnswer | undefined;
      if (answer) return answer;
      child.kill('SIGKILL');
      await start();
      return { found: 'it hangs', isEndless: true, reached: [], ms: maxRunMs };
    },
    stop: () => void child.kill(),
  };
}

/** `undefined` when none comes in time, or when the process ends. */
function nextMessage(child: ChildProcess, maxMs: number): Promise<unknown> {
  return new Promise((resolve) => {
    const timer = maxMs < Infinity ? setTimeout(() => end(undefined), maxMs) : undefined;
    const end = (message: unknown): void => {
      clearTimeout(timer);
      child.off('message', end);
      child.off('exit', onExit);
      resolve(message);
    };
    const onExit = (): void => end(undefined);
    child.on('message', end);
    child.on('exit', onExit);
  });
}

/** Lets each process take the next item until none is left. */
export async function share<Item>(
  processes: readonly KillerProcess[],
  items: readonly Item[],
  work: (process: KillerProcess, item: Item) => Promise<void>,
): Promise<void> {
  const iterator = items.values();
  const takeAll = async (process: KillerProcess): Promise<void> => {
    for (const item of iterator) await work(process, item);
  };
  await Promise.all(processes.map(takeAll));
}
