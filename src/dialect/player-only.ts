import type { Answer } from './envelope.ts';

/**
 * Whether an answer to init says that the domain is player-only: it has `staticdetails`, but no
 * sessions.
 */
export function isPlayerOnly(answer: Answer): boolean {
  return /player.?only|static session/i.test(answer.hint ?? '');
}
