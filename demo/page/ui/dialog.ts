import { el, type Child } from './dom.ts';
import { icon } from './icon.ts';

/**
 * A modal dialog with a heading and a close button, at the end of the page. A click beside it
 * closes it too.
 * @param heading has an ID, by which the dialog is named
 */
export function createDialog(
  { class: className, heading }: { readonly class: string; readonly heading: HTMLElement },
  ...content: readonly Child[]
): HTMLDialogElement {
  const close = el(
    'button',
    {
      type: 'button',
      class: 'login-close',
      'aria-label': 'Close',
      onclick: () => dialog.close(),
    },
    icon('close'),
  );
  const dialog = el(
    'dialog',
    { class: className, 'aria-labelledby': heading.id },
    el(
      'div',
      { class: 'login-body' },
      el('div', { class: 'login-head' }, heading, close),
      ...content,
    ),
  );
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  return dialog;
}
