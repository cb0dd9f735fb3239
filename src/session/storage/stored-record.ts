import type { Browser } from '../../browser/browser.ts';
import type { StorageScope } from '../../browser/storage.ts';
import type { Settings } from '../settings.ts';
import { withEnded } from '../state/ended-sessions.ts';
import { isErasedBy } from './compare-records.ts';
import { readSaved, type SessionRecord } from './saved-session.ts';
import { withTabEnd } from './tab-ends.ts';

/**
 * Reads the record that a page may use. Under `tab` and `none` the device may have an erasure that
 * this page does not know: the result is then that erasure, with the session of this page to be
 * logged out. `known` is the record that the page works with.
 */
export function readStored(
  settings: Pick<Settings, 'key'> & { readonly persistence: StorageScope },
  browser: Pick<Browser, 'textStore' | 'clock' | 'random'>,
  known?: SessionRecord,
): SessionRecord | undefined {
  const { key, persistence } = settings;
  const { textStore, clock } = browser;
  const found = readSaved(textStore(persistence), key);
  if (persistence === 'device') return found;
  // Another epoch is newer, or this page has ended it, and a full store has kept it.
  const mayHaveEnded = !known || known.epochId === found?.epochId;
  const stored =
    found && mayHaveEnded ? withTabEnd({ browser, settings, persistence }, found) : found;
  const device = readSaved(textStore('device'), key);
  const own = stored ?? known;
  return device && isErasedBy(own, device) ? erasedBy(own, device, clock.now()) : stored;
}

/** The record of a page after an erasure on the device. */
export function erasedBy(
  own: SessionRecord | undefined,
  device: SessionRecord,
  now: number,
): SessionRecord {
  return {
    ...device,
    deviceHash: '',
    epoch: Math.max(device.epoch, (own?.epoch ?? 0) + 1),
    losses: undefined,
    session: undefined,
    login: undefined,
    ended: withEnded(own?.ended, own?.session, now),
  };
}
