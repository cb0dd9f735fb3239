import { readFileSync } from 'node:fs';
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
import { packageFile } from './package-file.ts';

const startHelp = `
Without a command it starts the platform, for example:
  usher-platform --port 0 --log
  usher-platform --port 0 --exec "npm test"
"usher-platform start --help" lists the options of that.`;

const program = new Command('usher-platform')
  .description('A media platform for tests: sessions, items, purchases, statistics.')
  .version(readVersion(), '--version')
  .addHelpText('after', startHelp)
  .showHelpAfterError('Add --help for the options.')
  .exitOverride();

addStartCommand(program);
addSeedCommand(program);
addLedgerCommand(program);
const incident = createIncidentCommand(
  {
    admin: process.env['USHER_ADMIN'],
    databaseUrl: process.env['DATABASE_URL'],
    folder: '.',
  },
  'incident',
);
for (const command of [incident, ...incident.commands]) command.copyInheritedSettings(program);
program.addCommand(incident);
addLogCommand(program);
addProbeCommand(program);
addReplayCommand(program);

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = report(error);
}

function readVersion(): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(packageFile('package.json'), 'utf8'),
  );
  return version;
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
