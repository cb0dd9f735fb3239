import { createCallReference } from '../browser/call-reference.ts';
import type { Clock } from '../browser/clock.ts';
import { debug } from '../browser/debug-notes.ts';
import type { Random } from '../browser/random.ts';
import type { EncodedCall } from '../contract/encode-call.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { CallEvent } from './call-event.ts';

export const finishId = 'payment/finishtransaction';

/**
 * The reference of a call, if it is sent with one. A finish has none: it is sent again with the
 * same bytes, also by a later page, and its transaction ID finds it. A call that is no POST has one
 * only while the page has the option `debug: true`, so that its address can be cached. A function
 * as `debug` is for pages in production too.
 */
export function referenceOf(
  { id, row, query }: EncodedCall,
  dialect: Partial<Dialect>,
  random: Random,
): string | undefined {
  const isSent =
    dialect.sendsReference !== false &&
    id !== finishId &&
    (row.method === 'POST' || (debug.target === true && !query.includes('cfo=')));
  return isSent ? createCallReference(random) : undefined;
}

/** Reports the end of an attempt. The code for failures reports those. */
export type EndAttempt = (status?: number, code?: string, reference?: unknown) => void;

/** Creates the function that begins the next attempt of a call. */
export function countAttempts(
  clock: Clock,
  { id, reference: sent }: EncodedCall,
  onCall: (event: CallEvent) => void,
): () => EndAttempt {
  let attempts = 0;
  return () => {
    const startedAt = clock.now();
    const attempt = ++attempts;
    return (status = 0, code, reference = sent) =>
      onCall({
        id,
        startedAt,
        attempt,
        status,
        durationMs: clock.now() - startedAt,
        code,
        reference: reference as string | undefined,
      });
  };
}
