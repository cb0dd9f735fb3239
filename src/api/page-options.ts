import type { DebugEntry } from '../browser/debug-notes.ts';
import type { ProviderOutcome } from '../checkout/providers/provider.ts';
import type { SellingOptions } from '../checkout/selling.ts';
import type { Dialect } from '../dialect/dialect.ts';

/** The options of a page in addition to its settings. */
export interface PageOptions<
  Outcome extends ProviderOutcome = ProviderOutcome,
> extends SellingOptions<Outcome> {
  /** Parts of the dialect to replace. */
  readonly dialect?: Partial<Dialect> | undefined;
  /**
   * Shows each warning, error, refused option, deprecation and failing listener of the page in one
   * line, with a link to the documentation: `true` on the console, else to the function. It is for
   * the whole page, and the last call wins. Default: silent. A function fits a page in production:
   * only `true` adds a random reference to the address of each read, so no cache answers it.
   * @example createUsher({ baseUrl, debug: ({ code, message, link }) => show(code, message, link)
   *   });
   */
  readonly debug?: boolean | ((entry: DebugEntry) => void) | undefined;
}
