import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(scrypt) as (
  password: string,
  salt: string,
  bytes: number,
) => Promise<Buffer>;
const keyBytes = 32;

/** A password as it is kept: salt and scrypt key. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  return `${salt}:${(await derive(password, salt, keyBytes)).toString('hex')}`;
}

export async function isPassword(password: string, kept: string): Promise<boolean> {
  const [salt = '', key = ''] = kept.split(':');
  const derived = await derive(password, salt, keyBytes);
  const expected = Buffer.from(key, 'hex');
  return expected.length === derived.length && timingSafeEqual(derived, expected);
}
