import { html } from 'lit/html.js';
import type { Usher } from 'usher-runtime';
import type {} from 'usher-runtime/elements'; // the types of its tags
import { getElement, getElementNamed } from '../../ui/get-element.ts';
import { icon } from '../../ui/icon.ts';
import { renderElement } from '../../ui/render-element.ts';
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
  const dialog = createDialog(password.element, others.element);
  const reason = getElement('.login-why', dialog);

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

/** A modal dialog at the end of the page. A click beside it closes it too. */
function createDialog(...forms: readonly HTMLElement[]): HTMLDialogElement {
  const close = (): void => dialog.close();
  const dialog = renderElement(
    HTMLDialogElement,
    html`<dialog class="login" aria-labelledby="login-title">
      <div class="login-body">
        <div class="login-head">
          <h2 id="login-title">Take your seat</h2>
          <button type="button" class="login-close" aria-label="Close" @click=${close}>
            ${icon('close')}
          </button>
        </div>
        <p class="login-why" hidden></p>
        <p>${introduction}</p>
        ${forms}
      </div>
    </dialog>`,
  );
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) close();
  });
  document.body.append(dialog);
  return dialog;
}

interface PasswordForm {
  readonly element: HTMLElement;
  /** Removes entries and errors. */
  readonly reset: () => void;
}

/** The form of the page's HTML, an element of Usher. The runtime loads it when the page is idle. */
function takePasswordForm(usher: Usher): PasswordForm {
  let form = getElementNamed('usher-login');
  const element = document.createElement('div');
  element.append(form);
  form.usher = usher;
  form.hidden = false;
  return {
    element,
    reset() {
      if (!form.matches(':defined')) return; // its text says so
      form = document.createElement('usher-login');
      form.usher = usher;
      element.replaceChildren(form);
    },
  };
}
