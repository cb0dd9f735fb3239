import type { Browser } from '../../browser/browser.ts';
import type { StorageScope } from '../../browser/storage.ts';
import { createDeviceHash } from '../opening/device-hash.ts';
import type { Settings } from '../settings.ts';
import { isErasure, type SessionRecord } from './saved-session.ts';
import { tabEndsName } from './stored-names.ts';

// Under persistence `tab` a duplicated tab has a copy of the session, and must learn when the
// original ends it, or logs in: the session is then that of another user. Both share only the
// storage of the device. So the random IDs of ended epochs are noted there. They say nothing about
// the viewer.

/**
 * The number of IDs that are kept: more than a frozen duplicate can miss. After that it would send
 * its user hash to the platform, which may open a session with it.
 */
const maxEnds = 20;

/** Where a page keeps its session. */
interface PagePlace {
  readonly browser: Pick<Browser, 'textStore' | 'clock' | 'random'>;
  readonly settings: Pick<Settings, 'key'>;
  readonly persistence: StorageScope;
}

const readEnds = ({ browser, settings }: PagePlace): string[] =>
  (browser.textStore('device').get(tabEndsName(settings.key)) ?? '').split(' ').filter(Boolean);

/**
 * Notes the end of an epoch of this tab, by a logout or by a login in the same session: `after` has
 * replaced `before`. A session that replaces a lost one is no end. An erasure removes all notes,
 * and is found in the record of the device.
 */
export function noteTabEnd(
  place: PagePlace,
  before: SessionRecord | undefined,
  after: SessionRecord,
): void {
  if (place.persistence !== 'tab' || !before?.epochId || !before.session) return;
  const isReplaced = !!after.session && after.session.id !== before.session.id;
  if (after.epochId === before.epochId || isReplaced || isErasure(after)) return;
  const ends = [...readEnds(place), before.epochId].slice(-maxEnds);
  place.browser.textStore('device').set(tabEndsName(place.settings.key), ends.join(' '));
}

/**
 * Returns the stored record of this tab. If the original or a duplicate of the tab has noted the
 * end of its epoch, the result has no session. It has another device hash, because a platform may
 * give one session to each: the one in which the other tab has logged in.
 */
export function withTabEnd(place: PagePlace, record: SessionRecord): SessionRecord {
  const { epochId, epoch, epochStartedAt, erasures } = record;
  if (!epochId || place.persistence !== 'tab' || !readEnds(place).includes(epochId)) return record;
  const { clock, random } = place.browser;
  return {
    deviceHash: createDeviceHash(clock.now(), random),
    epoch: epoch + 1,
    epochStartedAt: epochStartedAt + 1,
    revision: 0,
    erasures,
  };
}
