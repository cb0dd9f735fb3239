import type { ItemState } from './item-state.ts';

/** The answer or rule that decided a state. */
export interface Explanation {
  /**
   * `platform`: its last answer; `kept`: its last answer, because a later check gave none; `grace`:
   * the publisher's grace period, because the grant has ended and the platform is unreachable;
   * `nothing`: there is no valid answer.
   */
  readonly decidedBy: 'platform' | 'kept' | 'grace' | 'nothing';
  /** The state and what decided it, as a sentence for developers. */
  readonly text: string;
  /** The age of the answer, in ms. `null` without one. */
  readonly ageMs: number | null;
}

/** Describes the answer or rule that decided a state. */
export function explain(
  { access, reason, checkedAt, expiresAt: until, error }: ItemState,
  now: number,
): Explanation {
  const ageMs = checkedAt === null ? null : now - checkedAt;
  const why = error && `${error.code}${error.hint ? `: ${error.hint}` : ''}`;
  const age = `${Math.round((ageMs ?? 0) / 1000)} s ago`;
  if (ageMs === null) {
    return {
      decidedBy: 'nothing',
      text: why ? `The platform gave no answer (${why})` : 'The platform has not been asked yet',
      ageMs,
    };
  }
  if (reason === 'unreadable') {
    return {
      decidedBy: 'nothing',
      text: `The platform answered ${age}, but not in a way that could be read`,
      ageMs,
    };
  }
  const answer = `The platform said ${access === 'granted' ? 'granted' : 'denied'} (${reason}) ${age}`;
  if (!error) return { decidedBy: 'platform', text: answer, ageMs };
  if (until && until <= now) {
    return {
      decidedBy: 'grace',
      text: `${answer}; the grant has ended, and the platform cannot be asked (${why}): the option graceMs keeps it`,
      ageMs,
    };
  }
  return { decidedBy: 'kept', text: `${answer}; a later check gave no answer (${why})`, ageMs };
}
