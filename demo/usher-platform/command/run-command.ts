import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * Runs a command of the shell to its end, with further environment variables. A signal that ends
 * this process is handed on to it.
 *
 * @returns its exit code; 128 and the number of the signal that ended it
 */
export function runCommand(
  command: string,
  environment: Readonly<Record<string, string>>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, {
      shell: true,
      stdio: 'inherit',
      env: { ...process.env, ...environment },
    });
    const handOn = (signal: NodeJS.Signals): void => {
      child.kill(signal);
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    for (const signal of signals) process.on(signal, handOn);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      for (const each of signals) process.off(each, handOn);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}
