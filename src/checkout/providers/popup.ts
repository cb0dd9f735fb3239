import { addressOf, closeWindow, recordOpening } from './opening.ts';
import type { Opening } from './opening.ts';
import type { PopupProvider } from './provider.ts';
import { openRedirect } from './redirect.ts';

/**
 * Shows the provider in the window that was opened in the click. If that is blocked, in this page.
 */
export async function openPopup(opening: Opening<PopupProvider>): Promise<void> {
  const { context, entry, popup } = opening;
  if (!popup) return openRedirect(opening);
  context.windows.addBlank(entry.id, popup);
  const url = await addressOf(opening);
  if (!(await recordOpening(opening))) return closeWindow(popup);
  // The viewer has closed it meanwhile.
  if (popup.closed) return context.page.go(url);
  context.windows.show(entry.id, popup);
  popup.location.replace(url);
}
