import { onStop } from '../../on-stop.ts';
import { runCommand } from './run-command.ts';

/** Servers that have started. */
interface Served {
  /** The line of JSON that says where they answer. */
  readonly line: string;
  readonly stop: () => Promise<void>;
}

/**
 * Prints the line, and serves until a signal ends this process. With a command it serves until that
 * has ended, and ends with its exit code. The line goes to the error output then, because the
 * output is the command's.
 */
export async function serveOrRun(
  { line, stop }: Served,
  command: string | undefined,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  if (command === undefined) {
    console.log(line);
    onStop(async () => {
      await stop();
      process.exit();
    });
    return;
  }
  console.error(line);
  try {
    process.exitCode = await runCommand(command, environment);
  } finally {
    await stop();
  }
}
