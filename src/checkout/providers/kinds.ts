import { openInPage } from './in-page.ts';
import { openPopup } from './popup.ts';
import type { ProviderOpening } from './provider-opening.ts';
import type { Provider } from './provider.ts';
import { openRedirect } from './redirect.ts';

/**
 * Kinds that open a window. The runtime has a list of them for the click, before the table below is
 * loaded.
 */
export type ClickKind = 'popup';

/** The requirements of a kind of provider. */
export interface ProviderNeeds {
  /** It opens a window. Browsers allow that only in the click. */
  readonly needsClick: boolean;
  /** The viewer comes back by an address. */
  readonly needsReturnAddress: boolean;
  /** It works in a frame of another site, where the storage is not the one of the shop. */
  readonly worksInForeignFrame: boolean;
}

/** The requirements of a kind of provider, and how it is opened. */
interface ProviderKind<Kind extends Provider> extends ProviderNeeds {
  readonly needsClick: Kind['type'] extends ClickKind ? true : false;
  /** Opens the provider, or takes the payment. An error abandons the purchase. */
  readonly open: (opening: ProviderOpening<Kind>) => Promise<void>;
}

/**
 * All kinds. To add one, add a type in `provider.ts`, a file that opens it, and a row here. The
 * types then ask for the function that its options need, in `options.ts`.
 */
export const providerKinds: {
  readonly [Type in Provider['type']]: ProviderKind<Extract<Provider, { type: Type }>>;
} = {
  redirect: {
    needsClick: false,
    needsReturnAddress: true,
    worksInForeignFrame: false,
    open: openRedirect,
  },
  popup: {
    needsClick: true,
    needsReturnAddress: true,
    worksInForeignFrame: true,
    open: openPopup,
  },
  'in-page': {
    needsClick: false,
    needsReturnAddress: false,
    worksInForeignFrame: true,
    open: openInPage,
  },
};
