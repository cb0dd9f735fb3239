import { readHost } from './platform/directory/callback-hosts.ts';

/**
 * The hosts that a variable of the environment lists, separated by commas. What is empty is left
 * out: files of variables often have one without a value.
 *
 * @throws {RangeError} naming the variable
 */
export function listedHosts(
  name: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string[] {
  const hosts = (environment[name] ?? '')
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '');
  const wrong = hosts.find((host) => !readHost(host));
  if (wrong !== undefined) throw new RangeError(`${name}: "${wrong}" is no host`);
  return hosts;
}
