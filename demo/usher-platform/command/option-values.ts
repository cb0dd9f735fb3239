import { InvalidArgumentError, Option } from 'commander';
import { readHost } from '../../platform/directory/callback-hosts.ts';

/** An option that may be repeated: `parse` adds each value to those before it. */
export function repeatable<T>(
  flags: string,
  description: string,
  parse: (text: string, before: readonly T[]) => T[],
  defaultText = 'none',
): Option {
  return new Option(flags, `${description}, repeatable`)
    .argParser<readonly T[]>(parse)
    .default([], defaultText);
}

/** The port that an option names. */
export function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  }
  return port;
}

/** A command of the shell. */
export function commandOf(text: string): string {
  if (!text.trim()) throw new InvalidArgumentError('Write a command of the shell.');
  return text;
}

/** A host, for `repeatable`. */
export function addHost(text: string, before: readonly string[]): string[] {
  const host = text.trim();
  if (!readHost(host)) {
    throw new InvalidArgumentError('Write a host, as www.example.test or www.example.test:8443.');
  }
  return [...before, host];
}
