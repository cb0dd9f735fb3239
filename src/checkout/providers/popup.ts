import { nothing } from '../../browser/nothing.ts';
import type { OpenedPopup } from '../../browser/payment-window.ts';
import { returnMark } from '../return/store-return.ts';
import type { ProviderWindow } from './payment-windows.ts';
import { paymentAddress, recordOpening, type ProviderOpening } from './provider-opening.ts';
import type { PopupProvider } from './provider.ts';
import { openRedirect } from './redirect.ts';

/**
 * Shows the provider in the window that was opened in the click. Without one, in this page.
 * A viewer who has closed the window stays on this page: the purchase waits for the next click.
 */
export async function openPopup(opening: ProviderOpening<PopupProvider>): Promise<void> {
  const { context, record, popup } = opening;
  if (popup.kind === 'shown') return noteClosed(opening); // since the click
  if (popup.kind !== 'window') return openRedirect(opening);
  context.windows.addBlank(record.id, popup);
  const url = await paymentAddress(opening);
  if (popup.window.closed) return noteClosed(opening);
  if (!(await recordOpening(opening))) {
    popup.close();
    return;
  }
  // The next click opens another window at once, also when this one is closed.
  context.windows.show(record.id, providerWindow(opening, popup, url));
  if (popup.window.closed) return noteClosed(opening);
  popup.window.location.replace(url);
}

/** The window that shows the provider at `url`. */
function providerWindow(
  { context: { tab, settings } }: ProviderOpening,
  { window }: OpenedPopup,
  url: string,
): ProviderWindow {
  const { origin } = new URL(tab.href());
  // A provider on this site has pages that look the same.
  const isElsewhere = new URL(url).origin !== origin;
  return {
    kind: 'window',
    get closed() {
      return window.closed;
    },
    focus: () => window.focus(),
    close: () => window.close(),
    reuse() {
      // The viewer may be using the shop in this window: an error does not close it.
      const reused: OpenedPopup = { kind: 'window', window, close: nothing };
      return isElsewhere && isBack(window, origin, returnMark(settings.domain))
        ? reused
        : undefined;
    },
  };
}

/**
 * Whether a window shows a page of this site. A page with a return in its address is about to store
 * it: it must not be replaced.
 */
function isBack({ location }: Window, origin: string, mark: string): boolean {
  try {
    return location.origin === origin && !location.href.includes(mark);
  } catch {
    return false; // the page of another site, which cannot be read
  }
}

/** Shows why the purchase does not go on. Nothing is paid. */
async function noteClosed({ context, record }: ProviderOpening): Promise<void> {
  const hint = 'The payment window was closed before it showed the provider';
  await context.purchases.apply(record.id, {
    type: 'unclear',
    error: { code: 'provider-unavailable', hint },
  });
}
