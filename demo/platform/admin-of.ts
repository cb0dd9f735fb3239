import { InvalidArgumentError } from 'commander';

/** The address `admin` of the line that a running platform prints. */
export function adminOf(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new InvalidArgumentError('Write the address "admin" of the ready line.');
  }
  return text;
}
