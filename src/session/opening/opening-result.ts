import type { Received } from '../post.ts';
import type { SavedSession, SessionRecord } from '../storage/saved-session.ts';
import type { Opening } from './opening.ts';

/** An opening and its result. */
export interface OpeningResult {
  readonly opening: Opening;
  /** What the platform answered. Absent without a request. */
  readonly received?: Received | undefined;
  readonly session?: SavedSession | undefined;
  /** The record at the time of the request. */
  readonly before: SessionRecord | undefined;
}
