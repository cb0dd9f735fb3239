import type { ErrorCode } from '../../errors/usher-error.ts';

/** Errors of which the texts say that nothing is charged. */
export const uncharged: readonly ErrorCode[] = ['provider-unavailable', 'journal-unavailable'];
