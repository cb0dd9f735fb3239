import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { startPlatform, type RunningPlatform } from '../../platform/start-platform.ts';
import { startProvider } from '../../provider/start-provider.ts';
import { planReplay, type ReplayPlan } from '../replay-report/plan-replay.ts';
import { readReport } from '../replay-report/read-report.ts';
import { answerReplayPage, replayPath } from '../replay-report/serve-replay-page.ts';
import { exitCodes, WrongArgument } from './exit-codes.ts';
import { commandOf, portOf } from './option-values.ts';
import { serveOrRun } from './serve-or-run.ts';

interface Given {
  readonly port: number;
  readonly runtime?: string;
  readonly exec?: string;
}

/** `usher-platform replay`: a page that does again what failed in a support report. */
export function addReplayCommand(program: Command): void {
  program
    .command('replay')
    .description('turns a report of usher.supportReport() into a failing test page')
    .argument('<report.json>', 'the report')
    .option('--port <number>', 'of the page; 0 takes any free one', portOf, 0)
    .option(
      '--runtime <file>',
      'the file usher.js of the runtime (default: that of the installed usher-runtime)',
    )
    .option(
      '--exec <command>',
      'runs a command of the shell while it serves, and ends with it',
      commandOf,
    )
    .action(run);
}

async function run(file: string, { port, runtime, exec }: Given): Promise<void> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new WrongArgument(`the report ${file} cannot be read: ${error.message}`);
  });
  const plan = planReplay(readReport(text, file));
  if (!plan.steps.length) {
    const reasons = plan.omitted.length ? plan.omitted : ['it has no failed call'];
    console.error(`${file} cannot be replayed:\n${reasons.map((one) => `- ${one}`).join('\n')}`);
    process.exitCode = exitCodes.failed;
    return;
  }
  const { platform, close } = await start(plan, await findRuntime(runtime), port);
  const page = `${platform.url}${replayPath}`;
  const line = JSON.stringify({ ready: true, page, ...plan });
  await serveOrRun({ line, stop: close }, exec, { USHER_REPLAY: page });
}

async function start(
  plan: ReplayPlan,
  runtime: string,
  port: number,
): Promise<{ platform: RunningPlatform; close: () => Promise<void> }> {
  const provider = await startProvider();
  const { url, jwks } = provider;
  const platform: RunningPlatform = await startPlatform({
    databaseUrl: '',
    history: false,
    port,
    isPortFixed: true,
    provider: { url, jwks },
    intercept: answerReplayPage({ plan, runtime, provider, platform: () => platform }),
  }).catch(async (error: unknown) => {
    await provider.close();
    throw error;
  });
  const close = async (): Promise<void> => {
    await platform.close();
    await provider.close();
  };
  return { platform, close };
}

/** @throws {WrongArgument} where there is none */
async function findRuntime(given: string | undefined): Promise<string> {
  if (given === undefined) {
    try {
      return createRequire(join(process.cwd(), 'x.js')).resolve('usher-runtime/cdn/usher.js');
    } catch {
      throw new WrongArgument(
        'usher-runtime is not installed in this folder; --runtime names its file usher.js',
      );
    }
  }
  const isFile = await stat(given).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile) throw new WrongArgument(`there is no file ${given}`);
  return resolve(given);
}
