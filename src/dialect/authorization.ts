import type { Credentials } from './dialect.ts';

/** The two headers of the session authorization. MD5 is fetched only where calls are signed. */
export async function authorize(operation: string, credentials: Credentials): Promise<Record<string, string>> {
  const headers = { 'X-Request-CID': credentials.session };
  if (credentials.secret === undefined) return headers;
  const { sign } = await import('./signature.ts');
  return { ...headers, 'X-Request-Token': sign(operation, credentials.domain, credentials.secret) };
}
