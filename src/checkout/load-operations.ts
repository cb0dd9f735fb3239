import type { CheckoutContext } from './context.ts';
import type * as Operations from './operations/operations-chunk.ts';

/** Loads the operations, which a page that only finishes a purchase does not need. */
export const loadOperations = (
  { loadChunk }: CheckoutContext,
  signal?: AbortSignal,
): Promise<typeof Operations> =>
  loadChunk('operations', () => import('./operations/operations-chunk.ts'), [signal]);
