import type { SessionContext } from '../session-context.ts';
import { isErasure } from '../saved-session.ts';
import type { SessionRecord } from '../saved-session.ts';

// Under persistence `tab` a duplicated tab has a copy of the session, and must learn when the
// original ends it. Both share only the storage of the device. So the random IDs of ended epochs
// are noted there. They say nothing about the viewer.

/**
 * The number of IDs that are kept. A duplicate that missed more ends learns from the platform that
 * its session is over.
 */
const mostEnds = 20;

const nameOf = ({ settings: { key } }: SessionContext): string => `${key}|tab-ends`;
const read = (context: SessionContext): string[] =>
  (context.browser.textStore('device').get(nameOf(context)) ?? '').split(' ').filter(Boolean);

/**
 * Notes the end of an epoch of this tab, by a logout or an erasure: `saved` has replaced `before`,
 * and has no session.
 */
export function noteTabEnd(
  context: SessionContext,
  before: SessionRecord | undefined,
  saved: SessionRecord,
): void {
  if (context.persistence !== 'tab' || !before?.epochId || saved.session || !before.session) return;
  const entry = `${before.epochId}:${isErasure(saved) ? 'erased' : 'ended'}`;
  context.browser
    .textStore('device')
    .set(nameOf(context), [...read(context), entry].slice(-mostEnds).join(' '));
}

/**
 * Returns the record after an end that the original or a duplicate of this tab has noted.
 * `undefined` without such an end.
 */
export function afterTabEnd(
  context: SessionContext,
  { epochId, epoch, epochStartedAt, deviceHash }: SessionRecord,
): SessionRecord | undefined {
  const end =
    epochId && context.persistence === 'tab'
      ? read(context).find((entry) => entry.startsWith(`${epochId}:`))
      : undefined;
  if (!end) return undefined;
  const next = { epoch: epoch + 1, epochStartedAt: epochStartedAt + 1, revision: 0 };
  return end.endsWith(':erased')
    ? { ...next, deviceHash: '', erasedEpoch: next.epoch }
    : { ...next, deviceHash };
}
