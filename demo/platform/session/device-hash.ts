import { randomInt } from 'node:crypto';

/**
 * A device hash: `<1..4>:<unix seconds of its making>:<five random digits><1..9>`; the token is cut
 * by its first and last digit.
 */
export function isDeviceHash(text: string): boolean {
  return /^\d:\d{1,12}:\d{2,12}$/.test(text);
}

/** The ID of a device: a hash, or whatever another client calls its device. */
export function isDeviceId(text: string): boolean {
  return /^[\x21-\x7e]{1,128}$/.test(text);
}

/** For a client that brings none. */
export function createDeviceHash(now: Date): string {
  return `${randomInt(1, 5)}:${Math.floor(now.getTime() / 1000)}:${randomInt(10_000, 100_000)}${randomInt(1, 10)}`;
}
