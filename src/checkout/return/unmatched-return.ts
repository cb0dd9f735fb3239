import { nothing } from '../../browser/nothing.ts';
import { UsherError } from '../../errors/usher-error.ts';
import { recheckAccess } from '../../item/recheck-items.ts';
import type { CheckoutContext } from '../context.ts';
import type { RawReturn } from './raw-return.ts';
import { removeReturns } from './waiting-returns.ts';

/**
 * Keeps a return without a purchase in this browser, and reports it once. Items are checked,
 * because the payment may have been made elsewhere.
 */
export async function reportUnmatched(context: CheckoutContext, raw: RawReturn): Promise<void> {
  const { emit, session, items, returns } = context;
  await keepUnknown(context, raw);
  // It may be found in several places, and a window repeats its message until it is answered.
  if (!returns.reportOnce(raw.text)) return;
  emit(
    'error',
    new UsherError(
      'unknown-transaction',
      'A return belongs to no purchase of this browser: checkout.unknownReturns() has it',
    ),
  );
  await session.ready().catch(nothing);
  await recheckAccess(items);
}

/** Keeps it before the inbox loses it. Repeats that while the page is open, until it succeeds. */
async function keepUnknown(context: CheckoutContext, raw: RawReturn): Promise<void> {
  const { unknownReturns, retryQueue } = context;
  try {
    await unknownReturns.keep(raw);
    // Before it is reported: the next page would find it in the inbox, and report it again.
    await removeReturns(context, [raw]);
  } catch {
    retryQueue.push(() => keepUnknown(context, raw));
    context.schedule();
  }
}
