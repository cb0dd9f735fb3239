/** What the directory sent the viewer back with. */
export interface DirectoryReturn {
  /** The login was begun in this tab. */
  readonly isOurs: boolean;
  readonly token: string | null;
}

/**
 * The script that cleans the address, `pages/clean-address.ts`. It leaves what it found as
 * properties of its own element, each for one reader.
 */
export interface AddressScript extends HTMLScriptElement {
  isPaymentReturn?: boolean;
  directoryReturn?: DirectoryReturn;
}

/** What the directory login notes when the viewer leaves. */
export interface DirectoryState {
  readonly state?: string | null;
  /** The page that the viewer left, as path and query. */
  readonly from?: string;
}

export const findAddressScript = (): AddressScript | null =>
  document.querySelector<AddressScript>('script[data-clean-address]');
