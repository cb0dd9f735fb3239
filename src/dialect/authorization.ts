import type { Credentials } from './dialect.ts';
import { sign } from './signature.ts';

/** Returns the two headers of the session authorization. Without a secret only the first. */
export function authorize(
  operation: string,
  { session, domain, secret }: Credentials,
): Record<string, string> {
  const headers = { 'X-Request-CID': session };
  return secret === undefined
    ? headers
    : { ...headers, 'X-Request-Token': sign(operation, domain, secret) };
}
