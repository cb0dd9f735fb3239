import { html, type TemplateResult } from 'lit/html.js';

/** An option of a select, selected at first where its value is the chosen one. */
export const option = (value: string, text: string, chosen: string): TemplateResult =>
  html`<option value=${value} ?selected=${value === chosen}>${text}</option>`;
