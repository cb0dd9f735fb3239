import type { SessionContext } from '../session-context.ts';
import { isErasure } from '../saved-session.ts';
import type { SessionRecord } from '../saved-session.ts';

// Under persistence `tab` a duplicated tab has a copy of the session. It shares only the device's
// storage with the original. The random IDs of ended epochs are noted there. They say nothing about
// the viewer.

/**
 * The number of IDs that are kept. A duplicate that slept through more asks the platform, which
 * knows that the session is over.
 */
const mostEnds = 20;

const nameOf = ({ settings: { key } }: SessionContext): string => `${key}|tab-ends`;
const read = (context: SessionContext): string[] =>
  (context.browser.textStore('device').get(nameOf(context)) ?? '').split(' ').filter(Boolean);

/**
 * Notes that an epoch of this tab has ended, by a logout or an erasure, when another record has
 * replaced it.
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
 * Returns the record that follows an end noted by the tab from which this one was duplicated.
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
