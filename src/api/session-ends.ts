import { pause } from '../browser/clock.ts';
import { storageScopes, tabNoticeMs } from '../browser/storage.ts';
import type { Forgotten } from '../checkout/operations/erase.ts';
import { reportEnd, sendLogout } from '../session/account/send-logout.ts';
import type { SessionDriver } from '../session/session.ts';
import type { SessionContext } from '../session/state/session-context.ts';
import { isOutdated } from '../session/storage/compare-records.ts';
import type { ErasureReason } from '../session/storage/erasure.ts';
import { findDurable } from '../session/storage/find-durable.ts';
import { keepIn, readMirror } from '../session/storage/persistence.ts';
import { isErasure, readSaved } from '../session/storage/saved-session.ts';
import { unfinishedName } from '../session/storage/stored-names.ts';
import type { InternalActions } from './actions.ts';
import type { Usher } from './usher.ts';

/**
 * Creates the ways in which a page ends its session. Each acts synchronously, before other code is
 * loaded.
 */
export function createSessionEnds(
  session: SessionDriver,
  loadActions: () => Promise<InternalActions>,
): Pick<Usher, 'logout' | 'setPersistence' | 'forget'> {
  let choices = 0;
  return {
    logout: () => logout(session, loadActions),
    forget() {
      choices++; // a move that waits would store something again
      return erase(session, {}, loadActions);
    },
    async setPersistence(persistence) {
      if (storageScopes.includes(persistence)) choices++; // a wrong value ends no earlier move
      const choice = choices;
      const isLatestChoice = (): boolean => choice === choices;
      if (persistence !== 'none') return (await loadActions()).moveTo(persistence, isLatestChoice);
      const { context } = session;
      if (isConsentWithdrawn(context)) {
        const isLeft = await isInDatabase(context);
        if (!isLeft || !isLatestChoice()) return;
      }
      await erase(session, { isWithdrawn: true }, loadActions);
    },
  };
}

/**
 * Whether consent was withdrawn before this page, which begins without it, and none has been given
 * since. A session that has moved to a tab is still there.
 */
function isConsentWithdrawn({ persistence, browser, settings }: SessionContext): boolean {
  const store = browser.textStore('device');
  const device = readSaved(store, settings.key);
  // What is not confirmed is erased again.
  const isConfirmed = store.get(unfinishedName(settings.key)) === null;
  const isErased = isErasure(device) && !!device.isWithdrawn && !device.isMoved;
  // The page began without consent, and has none now.
  const isWithout = persistence === 'none' && settings.persistence === persistence;
  return isWithout && isErased && isConfirmed;
}

/**
 * Whether IndexedDB has a session all the same: the browser was killed soon after a consent, before
 * localStorage was on the disk.
 */
async function isInDatabase({ browser, settings }: SessionContext): Promise<boolean> {
  const record = await findDurable(browser, settings.key);
  return !!record && !isErasure(record);
}

/**
 * Ends the session here, whatever the network does. The report to the platform runs in parallel.
 */
async function logout(
  { context, $user, end }: SessionDriver,
  loadActions: () => Promise<InternalActions>,
): Promise<void> {
  if (context.settings.mode === 'static') return; // the session of other tabs goes on
  const user = $user.get();
  const { clock } = context.browser;
  const calledAt = clock.now();
  const ended = end();
  const isRecordKnown = !!context.record;
  // What cannot be sent or loaded now stays pending. Without a store that is only on this page,
  // which may be left now.
  if (ended && context.persistence === 'none') void sendLogout(context, ended);
  else if (ended) reportEnd(context);
  context.emit('logout', user ?? null);
  await pause(clock, tabNoticeMs);
  // A login that a tab announced at the same moment may have overwritten the end, which this page
  // writes again. Until that tab has read it, it may send the login.
  const found = readMirror(context);
  if (found && isOutdated(found, context.record)) await pause(clock, tabNoticeMs);
  const { persistence, disposal } = context;
  if (isRecordKnown || persistence !== 'device' || disposal.aborted) return;
  // localStorage is full or blocked: IndexedDB may have the session of an earlier page.
  await (await loadActions()).endDurable(calledAt);
}

/** Erases everything. It begins at once, and is confirmed when the code for that is loaded. */
async function erase(
  { context, $user, erase: eraseSession }: SessionDriver,
  reason: ErasureReason,
  loadActions: () => Promise<InternalActions>,
): Promise<Forgotten> {
  const user = $user.get();
  // Where a viewer has to consent, nothing of that is left either.
  const isWithdrawn = !!reason.isWithdrawn || context.settings.needsConsent;
  const erasing = eraseSession({ isWithdrawn });
  if (isWithdrawn) keepIn(context, 'none');
  context.emit('logout', user ?? null);
  return (await loadActions()).completeErasure(erasing);
}
