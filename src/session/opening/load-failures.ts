import type { SessionContext } from '../state/session-context.ts';

/** The timeout in ms. The opening itself took up to 10 s. */
const loadingMs = 3000;

/** Loads the code for openings that failed. */
export function loadFailures(
  { loadChunk }: SessionContext,
  signal: AbortSignal,
): Promise<typeof import('../recovery/failed-opening.ts')> {
  const load = () => import('../recovery/failed-opening.ts');
  return loadChunk('failed-opening', load, [signal], loadingMs);
}
