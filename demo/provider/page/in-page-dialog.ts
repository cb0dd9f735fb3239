// Made by properties and a constructed style sheet: a shop's policy may forbid inline styles, and
// text as markup.
const style = new CSSStyleSheet();
style.replaceSync(`
dialog { box-sizing: border-box; inline-size: min(27rem, 100vw - 1.5rem); max-inline-size: none; max-block-size: calc(100vh - 1.5rem); padding: 0; border: 0; border-radius: 1rem; overflow: hidden;
  background: #0c2b40; box-shadow: 0 1.5rem 5rem rgb(3 14 24 / 55%); }
dialog::backdrop { background: rgb(6 18 28 / 62%); }
iframe { display: block; inline-size: 100%; block-size: 30rem; max-block-size: calc(100vh - 1.5rem); border: 0; opacity: 0; }
.ready iframe { opacity: 1; }
button { position: absolute; inset-block-start: 0.6rem; inset-inline-end: 0.6rem; display: grid; place-items: center; inline-size: 2.75rem; block-size: 2.75rem; padding: 0; border: 0; border-radius: 50%;
  background: none; color: #fff; font: 400 1.6rem/1 system-ui, sans-serif; cursor: pointer; }
button:hover { background: rgb(255 255 255 / 16%); }
button:focus-visible { outline: 3px solid #ffc178; outline-offset: -3px; }
@media (forced-colors: active) { dialog { border: 1px solid; } }
@media (prefers-reduced-motion: no-preference) { iframe { transition: opacity 0.2s; } }
`);

/** The modal dialog with the payment page inside. */
export interface PaymentDialog {
  readonly frame: HTMLIFrameElement;
  /** @param height of the page inside, in CSS pixels */
  readonly resize: (height: number) => void;
  readonly reveal: () => void;
  /** Gives the focus back to where it was. */
  readonly close: () => void;
}

/**
 * Opens the dialog.
 * @param onLeave the viewer wants to leave: Escape, or the button
 */
export function openDialog(address: string, onLeave: () => void): PaymentDialog {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [style];
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', 'Payment by Harbour Pay');
  const frame = document.createElement('iframe');
  frame.title = 'Payment by Harbour Pay';
  frame.src = address;
  const close = document.createElement('button');
  close.type = 'button';
  close.textContent = '×';
  close.setAttribute('aria-label', 'Close the payment');
  close.addEventListener('click', onLeave);
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault(); // it closes when it is known what the payment came to
    onLeave();
  });
  dialog.append(frame, close);
  root.append(dialog);
  document.body.append(host);
  const focused = focusedElement();
  dialog.showModal();
  return {
    frame,
    resize: (height) => frame.style.setProperty('block-size', `${height}px`),
    reveal() {
      dialog.classList.add('ready');
      frame.focus();
    },
    close() {
      dialog.close();
      host.remove();
      focused?.focus(); // Firefox does not go back into a shadow tree by itself
    },
  };
}

/** What has the focus, through shadow trees. */
function focusedElement(): HTMLElement | undefined {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element instanceof HTMLElement ? element : undefined;
}
