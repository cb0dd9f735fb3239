import { runAfterChange } from '../../reactive/run-after-change.ts';
import { recordOutcome } from '../return/record-outcome.ts';
import { functionsOf } from './provider-module.ts';
import { recordOpening, type ProviderOpening } from './provider-opening.ts';
import type { InPageProvider, ProviderOutcome, ScriptProvider } from './provider.ts';

/** Takes the payment with a function of the page, or of the provider's module. */
export async function openInPage(
  opening: ProviderOpening<InPageProvider | ScriptProvider>,
): Promise<void> {
  const { context, record, provider, payment, popup } = opening;
  const { pay } = await functionsOf(provider, context.tab);
  if (!(await recordOpening(opening))) {
    popup.close();
    return;
  }
  const ending = new AbortController();
  // The page listens to it: it must not run inside a change of the viewer.
  const close = (): void => runAfterChange(() => ending.abort());
  const shown = { kind: 'page' as const, closed: false, close };
  context.windows.show(record.id, shown);
  const viewerSignal = context.session.getViewerSignal();
  if (viewerSignal.aborted) ending.abort();
  viewerSignal.addEventListener('abort', close);
  // A page without types may throw at once, or return the outcome itself.
  const take = async (): Promise<ProviderOutcome> => pay(payment, { signal: ending.signal });
  const outcome = await take().finally(() => {
    shown.closed = true;
    viewerSignal.removeEventListener('abort', close);
  });
  await recordOutcome(context, record, outcome);
}
