import { html, nothing, type TemplateResult } from 'lit/html.js';

/**
 * Short facts with a dot between two of them. A line neither begins nor ends with a dot. Absent
 * facts are left out.
 */
export function factLine(facts: readonly (string | undefined)[]): TemplateResult | typeof nothing {
  const known = facts.filter(Boolean);
  if (known.length === 0) return nothing;
  return html`<p class="fact-line">
    <span>${known.map((fact) => html`<span><bdi>${fact}</bdi></span> `)}</span>
  </p>`;
}
