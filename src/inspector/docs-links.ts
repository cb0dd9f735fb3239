import type { Cell } from './create-table.ts';

/** Cells that link to the pages of the documentation on what they name. */
export interface DocsLinks {
  readonly endpoint: (id: string) => Cell;
  readonly error: (code: string) => Cell;
  readonly access: (text: string) => Cell;
  readonly purchase: (status: string) => Cell;
  readonly event: (name: string) => Cell;
  readonly check: (name: string) => Cell;
}

/**
 * Creates the links. `docs` is the address of the documentation site, with or without a slash at
 * its end. Without it, each cell is its text.
 */
export function createDocsLinks(docs: string | undefined): DocsLinks {
  const linkTo =
    (pageOf: (text: string) => string) =>
    (text: string): Cell => {
      if (docs === undefined || !text) return text;
      return { text, href: `${docs.replace(/\/?$/, '/')}${pageOf(text)}` };
    };
  return {
    endpoint: linkTo((id) => `endpoints/${id}.html`),
    error: linkTo(() => 'errors.html'),
    access: linkTo(() => 'items-and-reasons.html'),
    purchase: linkTo(() => 'purchases.html'),
    event: linkTo(() => 'stores-and-events.html'),
    check: linkTo(() => 'debugging.html'),
  };
}
