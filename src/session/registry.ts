/** What a payment provider sent back to this page, until the journal has it. */
export interface PageReturn {
  /** As it stood in the address. Secret. */
  readonly text: string;
  /** When it came, in ms since 1970. */
  readonly at: number;
  /** It stands in the inbox too, and no longer in the address. */
  readonly isStored: boolean;
}

/** What a page holds for one base URL and domain: the runtime, and the returns that wait for it. */
export interface RegistryEntry<Runtime = unknown> {
  runtime?: Runtime | undefined;
  /** The options that the runtime was created with, as text. */
  given?: string;
  warn?: (text: string) => void;
  /**
   * Of this page. There is a list, though an empty one, when an earlier page has left a return
   * behind.
   */
  returns?: readonly PageReturn[] | undefined;
  /** Looks whether a return waits to be written down or read. Set while there is a runtime. */
  findReturns?: (() => void) | undefined;
  /** One thing of each copy of the code that has asked for the runtime. */
  copies?: Set<unknown>;
}

const name: symbol = Symbol.for('usher');

/** One entry for each base URL and domain, shared by every copy of this code on the page. */
export function registryEntry<Runtime>(key: string): RegistryEntry<Runtime> {
  const page = globalThis as unknown as Record<
    symbol,
    Record<string, RegistryEntry<Runtime>> | undefined
  >;
  const entries = (page[name] ??= {});
  entries[key] ??= {};
  return entries[key];
}
