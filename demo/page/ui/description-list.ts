import { html, type TemplateResult } from 'lit/html.js';

/** Names and values as a list; those without a value are left out. */
export const descriptionList = (
  rows: readonly (readonly [name: string, value: unknown])[],
): TemplateResult =>
  html`<dl>
    ${rows.map(([name, value]) =>
      value
        ? html`<dt>${name}</dt>
            <dd>${value}</dd>`
        : '',
    )}
  </dl>`;
