import { nothing } from '../../browser/nothing.ts';
import { sendLogout } from '../account/send-logout.ts';
import { isErasedBy } from '../storage/compare-records.ts';
import {
  createErasure,
  eraseDurable,
  writeErasure,
  type ErasureReason,
} from '../storage/erasure.ts';
import {
  adoptRecord,
  followMirror,
  noteStoredText,
  persistNewEpoch,
} from '../storage/persistence.ts';
import {
  readSaved,
  type LogoutSession,
  type SavedSession,
  type SessionRecord,
} from '../storage/saved-session.ts';
import { withEnded } from './ended-sessions.ts';
import { endOnThisPage, forgetLastViewer } from './lifetime.ts';
import type { SessionContext } from './session-context.ts';

/** An erasure that has begun. */
export interface Erasing {
  /** The record that replaces all others. */
  readonly erasure: SessionRecord;
  /** The session before it. */
  readonly viewer: SavedSession | undefined;
  /** The last session with a user that ended on this page before. */
  readonly lastViewer: SavedSession | undefined;
  /** IDs of the sessions whose logout is sent. */
  readonly loggedOut: ReadonlySet<string>;
  /** Resolves with the erased record when IndexedDB is erased. Rejects when it cannot be. */
  readonly durable: Promise<SessionRecord | undefined>;
}

/**
 * The session of this page, or the stored session of an earlier page that this page has not used
 * yet.
 */
export const presentSession = ({ current, record }: SessionContext): SavedSession | undefined =>
  current ?? record?.session;

/**
 * Ends the session at once, in all tabs. Returns the ended session. Its end is to be reported to
 * the platform: the record says so, except where no later page could read it.
 */
export function endEverywhere(context: SessionContext): SavedSession | undefined {
  const { record: before, browser, persistence } = context;
  followMirror(context);
  const { record } = context;
  // Another tab logs out what it has erased. No store may hold that again.
  const session = isErasedBy(before, record) ? record.session : presentSession(context);
  if (record) {
    const ended =
      persistence === 'none' ? record.ended : withEnded(record.ended, session, browser.clock.now());
    persistNewEpoch(context, undefined, { ended });
  }
  endOnThisPage(context);
  return session;
}

/** The session of a record, and those whose end is not reported yet. */
export const sessionsOf = ({ session, ended = [] }: SessionRecord): readonly LogoutSession[] =>
  session ? [session, ...ended] : ended;

/**
 * Erases everything at once, in all tabs: localStorage, sessionStorage and IndexedDB, whatever the
 * persistence of this page. A record that names the erasure replaces the stored one, and supersedes
 * every record without that name in any page. It holds no data of the viewer. The logouts leave in
 * the present task too, and are sent also when the page is left.
 *
 * IndexedDB is not written synchronously, and stores that wait for it would still show the viewer.
 * If the page is left before, the next page completes the erasure.
 */
export function eraseSession(context: SessionContext, reason: ErasureReason): Erasing {
  followMirror(context);
  const { record, background, browser, lastViewer, settings } = context;
  const { key } = settings;
  const session = presentSession(context);
  const records = [
    record,
    ...(['device', 'tab'] as const).map((place) => readSaved(browser.textStore(place), key)),
  ].filter((each) => !!each);
  const erasure = createErasure(records, browser, reason);
  adoptRecord(context, erasure);
  noteStoredText(context, writeErasure(browser, key, erasure));
  const durable = eraseDurable(browser, key, erasure);
  // The lease is written later: before, it would replace a record whose sessions and erasures are
  // needed. The caller of forget() learns of an error.
  void durable.catch(nothing).then(() => background?.onPersisted());
  const loggedOut = new Set<string>();
  // A record may have the signature of a logout, which another tab has added.
  for (const each of [...records.flatMap(sessionsOf), session]) {
    if (!each || loggedOut.has(each.id)) continue;
    loggedOut.add(each.id);
    void sendLogout(context, each);
  }
  endOnThisPage(context);
  forgetLastViewer(context);
  return { erasure, viewer: session, lastViewer, loggedOut, durable };
}
