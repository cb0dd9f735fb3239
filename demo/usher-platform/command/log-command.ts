import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { adminOf } from '../../platform/admin-of.ts';
import type { LoggedCall } from '../../platform/call-log.ts';
import { reasonOf } from '../../platform/wire/reason-of.ts';
import { WrongArgument } from './exit-codes.ts';

const followMs = 500;

/** `usher-platform log`: prints the calls that reached a platform, a line of JSON each. */
export function addLogCommand(program: Command): void {
  program
    .command('log')
    .description('prints the calls that reached a platform which was started with --log')
    .option('--admin <address>', 'of the running platform (default: USHER_ADMIN)', adminOf)
    .option('--follow', 'prints each further call, until Ctrl-C')
    .action(async (options: { admin?: string; follow?: boolean }) => {
      const admin = options.admin ?? process.env['USHER_ADMIN'];
      if (!admin) throw new WrongArgument('log needs --admin <address> of the ready line');
      let after = 0;
      do {
        for (const call of await readCalls(admin, after)) {
          console.log(JSON.stringify(call));
          after = call.seq;
        }
        if (options.follow) await sleep(followMs);
      } while (options.follow);
    });
}

async function readCalls(admin: string, after: number): Promise<LoggedCall[]> {
  const address = new URL(`/__log?after=${after}`, admin);
  const response = await fetch(address).catch((error: unknown) => {
    throw new Error(`no platform answers at ${address.origin}: ${reasonOf(error)}`);
  });
  if (response.status === 404) throw new Error('the platform was started without --log');
  // `createCallLog` answers so.
  return (await response.json()) as LoggedCall[];
}
