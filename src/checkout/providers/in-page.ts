import { handleOutcome } from '../handle-outcome.ts';
import { closeWindow, recordOpening } from './opening.ts';
import type { Opening } from './opening.ts';
import { functionsOf } from './provider-module.ts';
import type { InPageProvider, ScriptProvider } from './provider.ts';

/** Takes the payment with a function of the page, or of the provider's module. */
export async function openInPage(opening: Opening<InPageProvider | ScriptProvider>): Promise<void> {
  const { context, entry, provider, payment, popup } = opening;
  const { pay } = await functionsOf(provider, context.page);
  if (!(await recordOpening(opening))) return closeWindow(popup);
  const shown = { closed: false };
  context.windows.show(entry.id, shown);
  const outcome = await pay(payment, { signal: context.session.signal() }).finally(() => {
    shown.closed = true;
  });
  await handleOutcome(context, entry.id, outcome);
}
