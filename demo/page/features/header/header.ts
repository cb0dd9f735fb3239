import { mountAccount } from '../account/account-menu.ts';
import { finishDirectoryLogin } from '../account/directory-login.ts';
import { wordsFor } from '../../ui/error-text.ts';
import { createLoginDialog } from '../account/login-dialog.ts';
import { receiveReturn } from '../checkout/payment-return.ts';
import { mountSessionChip } from '../session/session-chip.ts';
import { mountSessionNotices } from '../session/session-notices.ts';
import { whenIdle } from '../../ui/when-idle.ts';

/** Fills the part of the header that needs the runtime; alike on every page. */
export function mountHeader(usher) {
  const place = document.querySelector('[data-header-tools]');
  const dialog = createLoginDialog(usher);
  mountSessionChip(place, usher);
  const say = mountSessionNotices(usher);
  const account = mountAccount(place, usher, dialog.open);
  dialog.onClosed(account.keepFocus);
  void finishDirectoryLogin(usher, wordsFor, dialog.openForDirectory);
  // Where checkout does not load, nothing can be said.
  const returned = receiveReturn(usher, say).catch(() => undefined);
  whenIdle(
    () =>
      void import('../incidents/incident-banner.ts')
        .then(({ mountIncidentBanner }) => mountIncidentBanner(usher))
        .catch(() => {}),
  ); // without it the page is as good
  return { openLogin: dialog.open, askLogin: dialog.ask, returned };
}
