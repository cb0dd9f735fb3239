import { recordOutcome } from '../return/record-outcome.ts';
import { functionsOf } from './provider-module.ts';
import { recordOpening, type ProviderOpening } from './provider-opening.ts';
import type { InPageProvider, ScriptProvider } from './provider.ts';

/** Takes the payment with a function of the page, or of the provider's module. */
export async function openInPage(
  opening: ProviderOpening<InPageProvider | ScriptProvider>,
): Promise<void> {
  const { context, record, provider, payment, popup } = opening;
  const { pay } = await functionsOf(provider, context.page);
  if (!(await recordOpening(opening))) {
    popup.close();
    return;
  }
  const ending = new AbortController();
  const close = (): void => ending.abort();
  const shown = { closed: false, close };
  context.windows.show(record.id, shown);
  const ofSession = context.session.followViewer();
  if (ofSession.aborted) close();
  ofSession.addEventListener('abort', close);
  const outcome = await pay(payment, { signal: ending.signal }).finally(() => {
    shown.closed = true;
    ofSession.removeEventListener('abort', close);
  });
  await recordOutcome(context, record, outcome);
}
