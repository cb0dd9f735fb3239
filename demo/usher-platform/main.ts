import { Command, CommanderError } from 'commander';
import { createIncidentCommand } from '../platform/incident/incident-command.ts';
import { CatalogueError } from './catalogue/read-catalogue.ts';
import { exitCodes, WrongArgument } from './command/exit-codes.ts';
import { addLedgerCommand } from './command/ledger-command.ts';
import { addLogCommand } from './command/log-command.ts';
import { addProbeCommand } from './command/probe-command.ts';
import { addReplayCommand } from './command/replay-command.ts';
import { addSeedCommand } from './command/seed-command.ts';
import { addStartCommand } from './command/start-command.ts';

const program = new Command('usher-platform')
  .description('A media platform for tests: sessions, items, purchases, statistics.')
  .showHelpAfterError()
  .exitOverride();

addStartCommand(program);
addSeedCommand(program);
addLedgerCommand(program);
program.addCommand(
  createIncidentCommand(
    {
      admin: process.env['USHER_ADMIN'],
      databaseUrl: process.env['DATABASE_URL'],
      folder: '.',
    },
    'incident',
  ).exitOverride(),
);
addLogCommand(program);
addProbeCommand(program);
addReplayCommand(program);

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = report(error);
}

/** Prints what went wrong, unless it was printed; the exit code of it. */
function report(error: unknown): number {
  // Help and version end so too, with 0.
  if (error instanceof CommanderError) return error.exitCode && exitCodes.wrongArgument;
  const { code, message } = error as NodeJS.ErrnoException;
  console.error(message);
  if (code === 'EADDRINUSE') return exitCodes.inUse;
  const isWrong =
    error instanceof WrongArgument ||
    error instanceof CatalogueError ||
    error instanceof RangeError;
  return isWrong ? exitCodes.wrongArgument : exitCodes.failed;
}
