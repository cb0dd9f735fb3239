import type { Command } from 'commander';
import { adminOf } from '../../platform/admin-of.ts';
import { printStatement } from '../../platform/ledger/print.ts';
import { readLedgers } from '../../platform/ledger/read-ledgers.ts';
import { placeOf } from './content-options.ts';
import { exitCodes, WrongArgument } from './exit-codes.ts';

/** `usher-platform ledger`: prints every movement of money, and fails where it does not agree. */
export function addLedgerCommand(program: Command): void {
  program
    .command('ledger')
    .description('prints the ledger; exit code 1 where money and grants do not agree')
    .option('--admin <address>', 'of a running platform (default: USHER_ADMIN)', adminOf)
    .option('--data <place>', 'a folder or the address of a PostgreSQL server')
    .option('--json', 'prints rows, sums and problems as one line of JSON')
    .action(async (options: { admin?: string; data?: string; json?: boolean }) => {
      const { databaseUrl, dataDir } = placeOf(options.data);
      const admin = options.admin ?? (options.data ? undefined : process.env['USHER_ADMIN']);
      const ledgers = await readLedgers({ admin, databaseUrl, folder: dataDir });
      if (!ledgers.length) {
        if (options.data) throw new WrongArgument(`there is no ledger in ${options.data}`);
        throw new WrongArgument('ledger needs --admin <address> of the ready line, or --data');
      }
      for (const { name, statement } of ledgers) {
        console.log(
          options.json ? JSON.stringify(statement) : `${name}\n\n${printStatement(statement)}\n`,
        );
        if (statement.problems.length) process.exitCode = exitCodes.failed;
      }
    });
}
