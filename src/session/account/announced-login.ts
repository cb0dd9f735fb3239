/**
 * A login that a tab has announced to all tabs before it is sent. While it is in the record, it
 * is not known whose session it is, so calls and purchases of all tabs wait. It holds no credential
 * and no name. ARCHITECTURE.md has the table of its states.
 */
export interface AnnouncedLogin {
  /** Random, or the time of a contradiction. It distinguishes this login from later ones. */
  readonly id: string;
  /** ID of the session in which it is sent. */
  readonly session: string;
  /** Wall time in ms. The platform may carry out the login until then. 0: it is certainly over. */
  readonly endsAt: number;
  /** The tab that sent it cannot learn its outcome. Only the platform knows the user. */
  readonly isUnclear?: boolean | undefined;
  /**
   * Only the answer at the end settles it. The platform was asked before, and named the user from
   * before, or none. Or it is not certain who the user from before is.
   */
  readonly waitsForEnd?: boolean | undefined;
}

/** From the announcement to the end of the request: 3 s to write it, 10 s for the request. */
export const loginMs = 13_000;

/** If a login is found this long after its end, the clock may have jumped. */
const maxLateMs = 60_000;

/** Whether the platform may still carry out a login. A later end comes from a clock that jumped. */
const isPending = ({ endsAt }: AnnouncedLogin, now: number): boolean =>
  now < endsAt && endsAt - now <= loginMs;

/**
 * The next step of a tab: `wait` for the tab that sent the login, or for its end; `ask` the
 * platform whose session it is. `undefined` without a login.
 */
export function nextLoginStep(
  login: AnnouncedLogin | undefined,
  now: number,
): 'wait' | 'ask' | undefined {
  if (!login) return undefined;
  const canWait = !login.isUnclear || login.waitsForEnd;
  return canWait && isPending(login, now) ? 'wait' : 'ask';
}

/**
 * A login of unclear outcome, for a session for which two answers name different users. It makes a
 * page ask the platform for the user: at once, or at the end of a login that the platform may still
 * carry out. `now`: when they were found, in ms since 1970. An earlier question does not settle it.
 */
export const unclearLogin = (
  session: string,
  now: number,
  announced?: AnnouncedLogin,
): AnnouncedLogin => ({
  id: String(now),
  session,
  endsAt: announced?.endsAt ?? 0,
  isUnclear: true,
  waitsForEnd: !!announced,
});

/** The part of a session that says whose it is. */
interface OwnedSession {
  readonly id: string;
  readonly user: { readonly id: string } | null;
}

/**
 * The announced login after an init. An answer with the user from before, or with none, proves
 * nothing while the platform may still carry out the login. Any other answer settles it. If the
 * clock may have jumped over the end, the login gets its whole time again. `time`: when the request
 * left, in ms since 1970. The platform may have answered at once, and the answer may be late.
 */
export function loginAfterInit(
  login: AnnouncedLogin | undefined,
  before: OwnedSession | undefined,
  now: OwnedSession,
  time: number,
): AnnouncedLogin | undefined {
  const isNamed = now.user && now.user.id !== before?.user?.id;
  if (login?.session !== now.id || isNamed) return undefined;
  const { endsAt } = login;
  const mayHaveJumped = endsAt && time > endsAt + maxLateMs;
  if (time >= endsAt && !mayHaveJumped) return undefined;
  const latest = time + loginMs; // a clock that was set back leaves an end that is too late
  return { ...login, endsAt: mayHaveJumped ? latest : Math.min(endsAt, latest), waitsForEnd: true };
}
