import { createHash, randomBytes } from 'node:crypto';
import { isDeviceHash } from './device-hash.ts';

/**
 * What a page signs with: its secret, and the token that init gives, of which the page cuts the
 * secret.
 */
export interface PageSecret {
  readonly domaintoken: string;
  readonly page_secret: string;
}

/**
 * Cuts a token: as many characters from its start as the first digit of the device hash says, as
 * many from its end as the last.
 */
export function cutToken(domaintoken: string, device: string): string {
  return domaintoken.slice(Number(device.at(0)), domaintoken.length - Number(device.at(-1)));
}

/** The secret of a session. Empty for a device without a hash: nothing says how to cut a token. */
export function createPageSecret(device: string): PageSecret {
  if (!isDeviceHash(device)) return { domaintoken: '', page_secret: '' };
  // 24 bytes are 48 characters; at least 30 of them are left, whatever the hash cuts.
  const domaintoken = randomBytes(24).toString('hex');
  return { domaintoken, page_secret: cutToken(domaintoken, device) };
}

/** The signature of a call: lower-case hex MD5 of operation, domain and secret. */
export function signCall(operation: string, domain: string, secret: string): string {
  return createHash('md5').update(`${operation}${domain}${secret}`).digest('hex');
}
