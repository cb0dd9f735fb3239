import type { Usher } from 'usher-runtime';
import type {} from 'usher-runtime/elements'; // the types of its tags
import { createDialog } from '../../ui/dialog.ts';
import { el } from '../../ui/dom.ts';
import { getElementNamed } from '../../ui/get-element.ts';
import { createOtherLoginMethods } from './other-login-methods.ts';

export interface LoginDialog {
  readonly open: () => void;
  /** Says what the login is for. Resolves when the dialog has closed: whether somebody is in. */
  readonly ask: (reason: string) => Promise<boolean>;
  readonly onClosed: (act: () => void) => void;
  /** Opens it for a viewer whom the directory has sent back without a login. */
  readonly openWithDirectoryError: (text: string) => void;
}

const introduction =
  'Log in with a user of the platform. The command that started this page has printed one.';

/**
 * The one login dialog of a page. It closes itself when the viewer is logged in, here or in another
 * tab.
 */
export function createLoginDialog(usher: Usher): LoginDialog {
  const password = takePasswordForm(usher);
  const others = createOtherLoginMethods(usher, 'login');
  const reason = el('p', { class: 'login-why', hidden: true });
  const dialog = createDialog(
    { class: 'login', heading: el('h2', { id: 'login-title' }, 'Take your seat') },
    reason,
    el('p', {}, introduction),
    password.element,
    others.element,
  );

  usher.$user.listen((user) => {
    if (user) dialog.close();
  });
  dialog.addEventListener('close', () => {
    password.reset();
    others.reset();
    reason.hidden = true;
  });
  return {
    open: () => dialog.showModal(),
    ask(text) {
      reason.textContent = text;
      reason.hidden = false;
      dialog.showModal();
      return new Promise((resolve) => {
        const settle = (): void => resolve(Boolean(usher.$user.get()));
        dialog.addEventListener('close', settle, { once: true });
      });
    },
    onClosed: (act) => dialog.addEventListener('close', act),
    openWithDirectoryError(text) {
      if (!dialog.open) dialog.showModal();
      others.showDirectoryError(text);
    },
  };
}

interface PasswordForm {
  readonly element: HTMLElement;
  /** Removes entries and errors. */
  readonly reset: () => void;
}

/** The form of the page's HTML, an element of Usher. The runtime loads it when the page is idle. */
function takePasswordForm(usher: Usher): PasswordForm {
  let form = getElementNamed('usher-login');
  const element = el('div', {}, form);
  form.usher = usher;
  form.hidden = false;
  return {
    element,
    reset() {
      if (!form.matches(':defined')) return; // its text says so
      form = el('usher-login');
      form.usher = usher;
      element.replaceChildren(form);
    },
  };
}
