import { html, type TemplateResult } from 'lit';

/** A button that stays focused while it does nothing. */
export const button = (text: string, onClick: () => void, part = 'button'): TemplateResult =>
  html`<button type="button" part=${part} @click=${onClick}>${text}</button>`;
