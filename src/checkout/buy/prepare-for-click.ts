import type { Popup } from '../../browser/payment-window.ts';
import type { CheckoutContext } from '../context.ts';
import { openProvider } from '../providers/open-provider.ts';
import { sendPrepare } from './prepare.ts';

/**
 * Prepares the transaction at the platform, and opens the provider. Errors are written into the
 * journal.
 */
export async function prepareAndOpen(
  context: CheckoutContext,
  id: string,
  popup: Popup,
  release: () => void,
): Promise<void> {
  const { attempts, purchases, windows } = context;
  attempts.begin(id);
  windows.addBlank(id, popup);
  try {
    await sendPrepare(context, purchases.find(id)!);
  } catch {
    popup.close();
    return;
  } finally {
    release(); // the payment may take minutes
    attempts.end(id);
    context.schedule();
  }
  const prepared = purchases.find(id);
  if (prepared?.step === 'awaiting-provider') await openProvider(context, prepared, popup);
  else popup.close();
}
