import { paymentAddress, recordOpening, type ProviderOpening } from './provider-opening.ts';
import type { PopupProvider } from './provider.ts';
import { openRedirect } from './redirect.ts';

/**
 * Shows the provider in the window that was opened in the click. Without one, in this page.
 * A viewer who has closed the window stays on this page: the purchase waits for the next click.
 */
export async function openPopup(opening: ProviderOpening<PopupProvider>): Promise<void> {
  const { context, record, popup } = opening;
  if (popup.kind !== 'window') return openRedirect(opening);
  context.windows.addBlank(record.id, popup);
  const url = await paymentAddress(opening);
  if (popup.window.closed) return noteClosed(opening);
  if (!(await recordOpening(opening))) {
    popup.close();
    return;
  }
  // The next click opens another window at once, also when this one is closed.
  context.windows.show(record.id, popup.window);
  if (popup.window.closed) return noteClosed(opening);
  popup.window.location.replace(url);
}

/** Shows why the purchase does not go on. Nothing is paid. */
async function noteClosed({ context, record }: ProviderOpening): Promise<void> {
  const hint = 'The payment window was closed before it showed the provider';
  await context.purchases.apply(record.id, {
    type: 'unclear',
    error: { code: 'provider-unavailable', hint },
  });
}
