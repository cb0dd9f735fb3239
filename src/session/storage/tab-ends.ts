import type { SessionContext } from '../state/session-context.ts';
import { tabEndsName } from './erasure.ts';
import { isErasure, type SessionRecord } from './saved-session.ts';

// Under persistence `tab` a duplicated tab has a copy of the session, and must learn when the
// original ends it, or logs in: the session is then that of another user. Both share only the
// storage of the device. So the random IDs of ended epochs are noted there. They say nothing about
// the viewer.

/**
 * The number of IDs that are kept. A duplicate that missed more ends learns from the platform that
 * its session is over.
 */
const maxEnds = 20;

const nameOf = ({ settings: { key } }: SessionContext): string => tabEndsName(key);
const read = (context: SessionContext): string[] =>
  (context.browser.textStore('device').get(nameOf(context)) ?? '').split(' ').filter(Boolean);

/**
 * Notes the end of an epoch of this tab, by a logout or by a login in the same session: `after` has
 * replaced `before`. A session that replaces a lost one is no end. An erasure removes all notes,
 * and is found in the record of the device.
 */
export function noteTabEnd(
  context: SessionContext,
  before: SessionRecord | undefined,
  after: SessionRecord,
): void {
  if (context.persistence !== 'tab' || !before?.epochId || !before.session) return;
  const isReplaced = !!after.session && after.session.id !== before.session.id;
  if (after.epochId === before.epochId || isReplaced || isErasure(after)) return;
  context.browser
    .textStore('device')
    .set(nameOf(context), [...read(context), before.epochId].slice(-maxEnds).join(' '));
}

/**
 * Returns the record after an end that the original or a duplicate of this tab has noted.
 * `undefined` without such an end.
 */
export function afterTabEnd(
  context: SessionContext,
  { epochId, epoch, epochStartedAt, deviceHash, erasures }: SessionRecord,
): SessionRecord | undefined {
  if (!epochId || context.persistence !== 'tab' || !read(context).includes(epochId)) {
    return undefined;
  }
  return {
    deviceHash,
    epoch: epoch + 1,
    epochStartedAt: epochStartedAt + 1,
    revision: 0,
    erasures,
  };
}
