import { handleOutcome } from '../handle-outcome.ts';
import { closeWindow, recordOpening } from './opening.ts';
import type { Opening } from './opening.ts';
import type { InPageProvider } from './provider.ts';

/** Takes the payment with a function of the page. */
export async function openInPage(opening: Opening<InPageProvider>): Promise<void> {
  const { context, entry, provider, payment, popup } = opening;
  if (!(await recordOpening(opening))) return closeWindow(popup);
  const shown = { closed: false };
  context.windows.show(entry.id, shown);
  const outcome = await provider.pay(payment, { signal: context.session.signal() }).finally(() => {
    shown.closed = true;
  });
  await handleOutcome(context, entry.id, outcome);
}
