import { md5 } from './md5.ts';

/** Returns a call's signature: lower-case hex MD5 of operation, domain and secret. */
export function sign(operation: string, domain: string, secret: string): string {
  return md5(operation + domain + secret);
}
