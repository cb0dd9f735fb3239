import { html } from 'hono/html';
import type { Markup } from './page-shell.ts';

/** The name of the provider, with its mark. */
export function brand(): Markup {
  return html`<p class="brand">
    <img src="/mark.svg" alt="" width="32" height="32" /> Harbour Pay
    <span class="mode">Test mode</span>
  </p>`;
}
