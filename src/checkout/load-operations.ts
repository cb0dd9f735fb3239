import type { Click } from './buy/buy-values.ts';
import type { CheckoutContext } from './context.ts';
import type * as Operations from './operations/operations-chunk.ts';

/** Loads the operations, which a page that only finishes a purchase does not need. */
export const loadOperations = (
  { loadChunk }: CheckoutContext,
  signal?: AbortSignal,
): Promise<typeof Operations> =>
  loadChunk('operations', () => import('./operations/operations-chunk.ts'), [signal]);

/** Loads them for a click on buy. If that fails, the window that the click opened is closed. */
export async function loadForClick(
  context: CheckoutContext,
  { popup }: Click,
): Promise<typeof Operations> {
  try {
    return await loadOperations(context);
  } catch (error) {
    popup.close();
    throw error;
  }
}
