/** A request at the platform. */
export interface Arrived {
  readonly id: string;
  /** Query and body together. */
  readonly values: URLSearchParams;
  /** The session that it carries. */
  readonly session: string | null;
}

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly retryAfterSeconds?: number | undefined;
}

/** A session at the platform, as the platform's own record has it. */
export interface PlatformSession {
  readonly id: string;
  readonly deviceHash: string;
  user: string | null;
  aliveAt: number;
  readonly openedAt: number;
  isOver: boolean;
  /** All its users, each with the time from which it was theirs. */
  readonly owners: { readonly user: string | null; readonly from: number }[];
  /** Only the publisher's reference says who it is. */
  isByReference?: boolean;
}

/** The answer to a call within a session. */
export type AnswerInSession = (session: PlatformSession, request: Arrived, nowMs: number) => Reply;

/** How a platform differs from others. */
export interface PlatformHabits {
  /** The session IDs: digits, visible ASCII, or the ID of the last session of the device again. */
  readonly ids: 'digits' | 'ascii' | 'again';
  /** A login answers with another session ID, and the earlier session ends. */
  readonly renames: boolean;
  /** The user hash of an init decides, also for a session that has another user by now. */
  readonly hashDecides: boolean;
  /** The ID of every session. Default: as `ids` says. */
  readonly sessionId?: string | undefined;
  /** Whether a viewer who is not logged in may buy. */
  readonly sellsToAnyone: boolean;
  /** How long a bought item may be watched. Default: for good. */
  readonly rentalMs?: number | null | undefined;
}

export function reply(result: unknown, status = 200, errorhint?: string): Reply {
  return { status, text: JSON.stringify({ metadata: { status, errorhint }, result }) };
}

export const refuse = (status: number, hint: string): Reply => reply({}, status, hint);
