import type { Browser } from '../../browser/browser.ts';
import { pause } from '../../browser/clock.ts';
import { nothing } from '../../browser/nothing.ts';
import { soundSaved } from './saved-session.ts';
import type { SessionRecord } from './saved-session.ts';

/**
 * How long an opening waits for the durable copy, in ms. It is read in parallel with the request.
 */
const timeoutMs = 100;

/** Reads the record in IndexedDB, for a page whose mirror is empty. */
export const findDurable = (
  { readRecord, clock }: Browser,
  key: string,
): Promise<SessionRecord | undefined> =>
  Promise.race([readRecord(key).catch(nothing), pause(clock, timeoutMs)]).then(soundSaved);
