import type { Command } from 'commander';
import { printStatement } from '../../platform/ledger/print.ts';
import { readLedgers } from '../../platform/ledger/read-ledgers.ts';
import { placeOf } from './content-options.ts';
import { exitCodes } from './exit-codes.ts';

/** `usher-platform ledger`: prints every movement of money, and fails where it does not agree. */
export function addLedgerCommand(program: Command): void {
  program
    .command('ledger')
    .description('prints the ledger; exit code 1 where money and grants do not agree')
    .option('--admin <address>', 'of a running platform (default: USHER_ADMIN)')
    .option('--data <place>', 'a folder or the address of a PostgreSQL server')
    .option('--json', 'prints rows, sums and problems as one line of JSON')
    .action(async (options: { admin?: string; data?: string; json?: boolean }) => {
      const { databaseUrl, dataDir } = placeOf(options.data);
      const admin = options.admin ?? (options.data ? undefined : process.env['USHER_ADMIN']);
      const ledgers = await readLedgers({ admin, databaseUrl, folder: dataDir });
      if (!ledgers.length) {
        throw new Error('there is no ledger: name a running platform (--admin) or --data');
      }
      for (const { name, statement } of ledgers) {
        console.log(
          options.json ? JSON.stringify(statement) : `${name}\n\n${printStatement(statement)}\n`,
        );
        if (statement.problems.length) process.exitCode = exitCodes.failed;
      }
    });
}
