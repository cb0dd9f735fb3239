import type { SessionContext } from '../state/session-context.ts';
import type { OpeningResult } from './opening.ts';

/** The code for openings that failed. */
export interface FailureCode {
  /** Shows why there is no session, and plans the next opening. */
  readonly handleFailedOpening: (
    context: SessionContext,
    result: OpeningResult,
  ) => Promise<undefined>;
  /** Counts a failed opening whose result is not needed any more. */
  readonly countDropped: (context: SessionContext, result: OpeningResult) => void;
}

/** The timeout in ms. The opening itself took up to 10 s. */
const loadingMs = 3000;

/** Loads the code for openings that failed. */
export function loadFailures(
  { loadChunk }: SessionContext,
  signal: AbortSignal,
): Promise<FailureCode> {
  const load = () => import('../recovery/failed-opening.ts');
  return loadChunk('failed-opening', load, [signal], loadingMs);
}
