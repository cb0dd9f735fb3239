import { mountAccount } from './account.js';
import { createLoginDialog } from './login-dialog.js';
import { mountSessionChip } from './session-chip.js';

/** Fills the part of the header that needs the runtime; alike on every page. */
export function mountHeader(usher) {
  const place = document.querySelector('[data-header-tools]');
  const dialog = createLoginDialog(usher);
  mountSessionChip(place, usher);
  const account = mountAccount(place, usher, dialog.open);
  dialog.onClosed(account.keepFocus);
  return { openLogin: dialog.open };
}
