import type { Usher } from 'usher-runtime';
import { getElement } from '../../ui/get-element.ts';
import { whenIdle } from '../../ui/when-idle.ts';
import { mountAccountMenu } from '../account/account-menu.ts';
import { finishDirectoryLogin } from '../account/directory-login.ts';
import { createLoginDialog } from '../account/login-dialog.ts';
import { handlePaymentReturn } from '../checkout/payment-return.ts';
import { mountInspectorKey } from '../inspector/inspector-key.ts';
import { mountSessionChip } from '../session/session-chip.ts';
import { mountSessionNotices } from '../session/session-notices.ts';

export interface Header {
  readonly openLogin: () => void;
  /** Asks for a login, with the reason. Resolves when that has ended: whether somebody is in. */
  readonly askLogin: (reason: string) => Promise<boolean>;
  /** The ID of the purchase that this page is the return of. */
  readonly returnedPurchase: Promise<string | undefined>;
}

/** Fills the part of the header that needs the runtime; the same on every page. */
export function mountHeader(usher: Usher): Header {
  const container = getElement('[data-header-tools]');
  const dialog = createLoginDialog(usher);
  mountSessionChip(container, usher);
  mountInspectorKey(usher);
  const showNotice = mountSessionNotices(usher);
  const account = mountAccountMenu(container, usher, dialog.open);
  dialog.onClosed(account.keepFocus);
  void finishDirectoryLogin(usher, dialog.openWithDirectoryError);
  whenIdle(() => void loadIncidentBanner(usher));
  return {
    openLogin: dialog.open,
    askLogin: dialog.ask,
    // Where the checkout does not load, nothing can be said.
    returnedPurchase: handlePaymentReturn(usher, showNotice).catch(() => undefined),
  };
}

async function loadIncidentBanner(usher: Usher): Promise<void> {
  try {
    const { mountIncidentBanner } = await import('../incidents/incident-banner.ts');
    await mountIncidentBanner(usher);
  } catch {
    // The page works without it.
  }
}
