import { InvalidArgumentError, Option, type Command } from 'commander';
import { parseFault } from '../../platform/faults/fault.ts';
import { inMemory } from '../../platform/open-database.ts';
import { addContentOptions, placeOf, readContent, type ContentOptions } from './content-options.ts';
import { WrongArgument } from './exit-codes.ts';
import { lockFolder } from './locked-folder.ts';
import { addHost, commandOf, portOf, repeatable } from './option-values.ts';
import { readyLine } from './ready-line.ts';
import { serveOrRun } from './serve-or-run.ts';
import { startServers, type ServerOptions } from './start-servers.ts';

type StartOptions = ContentOptions & ServerOptions & { readonly exec?: string };

/** `usher-platform`: starts the platform, and the payment provider beside it. */
export function addStartCommand(program: Command): void {
  addContentOptions(program.command('start', { isDefault: true }))
    .description('starts the platform (what is meant where no command is named)')
    .option('--port <number>', 'of the platform; 0 takes any free one', portOf, 4174)
    .option('--provider-port <number>', 'of the payment provider', portOf, 0)
    .option('--no-provider', 'without a payment provider: no payment is accepted')
    .option('--unsigned', 'no domain checks signatures')
    .option(
      '--session-seconds <number>',
      'how long a session lives without keepalive',
      secondsOf,
      930,
    )
    .addOption(
      repeatable('--fault <text>', 'as "payment/finishtransaction: lose answer"', addFault),
    )
    .option('--log', 'keeps every call, secrets included: see /__calls and "usher-platform log"')
    .addOption(repeatable('--host <name>', 'a further name under which it answers', addHost))
    .addOption(
      repeatable('--callback-host <name>', 'where the directory may send viewers', addHost),
    )
    .addOption(
      new Option('--replay <folder>', 'answers calls from the recordings of a probe').conflicts(
        'fault',
      ),
    )
    .option(
      '--exec <command>',
      'runs a command of the shell while it serves, and ends with it',
      commandOf,
    )
    // Every unknown command arrives here, because this one is the default.
    .allowExcessArguments()
    .action((options: StartOptions, { args: [unknown] }: Command) => {
      if (unknown === undefined) return start(options);
      throw new WrongArgument(`"${unknown}" is no command; usher-platform --help lists them`);
    });
}

async function start(options: StartOptions): Promise<void> {
  const content = await readContent(options);
  const place = placeOf(options.data);
  const release = await lockFolder(place.databaseUrl ? inMemory : place.dataDir);
  const servers = await startServers(options, place, content).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  const stop = async (): Promise<void> => {
    await servers.close();
    await release();
  };
  const ready = await readyLine(servers, options.log ?? false);
  const line = JSON.stringify(ready);
  await serveOrRun({ line, stop }, options.exec, {
    USHER_PLATFORM: line,
    USHER_BASE_URL: ready.baseUrl,
    USHER_DOMAIN: String(ready.domain),
    USHER_PROVIDER: ready.provider ?? '',
    USHER_ADMIN: ready.admin,
  });
}

function secondsOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Write a number of seconds.');
  return Number(text);
}

function addFault(text: string, before: readonly string[]): string[] {
  try {
    parseFault(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
  return [...before, text];
}
