import type { Received, SentPost } from '../post.ts';
import type { SavedSession, SessionRecord } from '../storage/saved-session.ts';

/** What every opening has. */
export interface OpeningStart {
  /** The device hash of the session to come. */
  readonly deviceHash: string;
  /** Wall time in ms of the start. */
  readonly startedAt: number;
  /** The record at that time. */
  readonly before: SessionRecord | undefined;
}

/** An opening without a request: the session of an earlier page is young enough. */
export interface ResumedOpening extends OpeningStart {
  readonly kind: 'resumed';
  readonly session: SavedSession;
}

/** An opening whose request `session/init` was sent. `received` never rejects. */
export interface OpeningRequest extends OpeningStart, SentPost {
  readonly kind: 'sent';
  /**
   * The publisher's own reference to the user of the session. A return page keeps the stored one.
   */
  readonly reference: unknown;
  /** The reference of the request (`cfo`). `undefined` when it was sent without one. */
  readonly callReference: string | undefined;
  /** Reports that the result is stored, or not needed. Other tabs stop waiting for it. */
  readonly releaseClaim: () => void;
}

/**
 * An opening that may not be sent yet: another tab has sent one, or a login, and this tab waits for
 * the answer. Or earlier openings have failed.
 */
export interface PostponedOpening extends OpeningStart {
  readonly kind: 'postponed';
  /** The time until the next try, in ms. More than 0. */
  readonly waitMs: number;
}

/** An opening without a request and without a session: the mode is `static`. */
export interface StaticOpening extends OpeningStart {
  readonly kind: 'static';
}

/** The way in which a page gets a session. */
export type Opening = ResumedOpening | OpeningRequest | PostponedOpening | StaticOpening;

/** Other tabs stop waiting for an opening. Only one that was sent makes them wait. */
export function releaseClaimOf(opening: Opening): void {
  if (opening.kind === 'sent') opening.releaseClaim();
}

/** What every result of an opening has. */
interface OpeningEnd {
  /** `undefined` without a session: the opening has failed, or must wait. */
  readonly session: SavedSession | undefined;
  /** The record at the time of the request. */
  readonly before: SessionRecord | undefined;
}

/** The result of an opening whose request has ended. */
export interface ReceivedResult extends OpeningEnd {
  readonly opening: OpeningRequest;
  /** The answer of the platform, or the reason why there is none. */
  readonly received: Received;
}

/** The result of an opening for which no request was sent. */
export interface UnsentResult extends OpeningEnd {
  readonly opening: Opening;
  readonly received: undefined;
}

/** An opening and its result. */
export type OpeningResult = ReceivedResult | UnsentResult;
