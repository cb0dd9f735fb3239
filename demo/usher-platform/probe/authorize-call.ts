import { createHash } from 'node:crypto';
import { signatureSecret } from '../../../src/dialect/signature-secret.ts';
import type { Authorization } from './findings.ts';

/** The session that the probe opened. */
export interface ProbeSession {
  readonly id: string;
  readonly token: string | undefined;
  readonly deviceHash: string;
  readonly domain: string;
}

/** The headers of a call. */
export function authorizeCall(
  operation: string,
  session: ProbeSession,
  { sessionHeader, tokenHeader, hash, isSecretUncut }: Authorization,
): Record<string, string> {
  const id = sessionHeader === 'Authorization' ? `Bearer ${session.id}` : session.id;
  if (!tokenHeader || session.token === undefined) return { [sessionHeader]: id };
  const secret = isSecretUncut ? session.token : signatureSecret(session.token, session.deviceHash);
  const signature = createHash(hash.replace('-', '').toLowerCase())
    .update(`${operation}${session.domain}${secret}`)
    .digest('hex');
  return { [sessionHeader]: id, [tokenHeader]: signature };
}
