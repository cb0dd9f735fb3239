import { openInPage } from './in-page.ts';
import type { Opening } from './opening.ts';
import { openPopup } from './popup.ts';
import type { Provider } from './provider.ts';
import { openRedirect } from './redirect.ts';

/** Kinds that open a window. The runtime knows them in the click, before this table has loaded. */
export type ClickKind = 'popup';

/** What a kind of provider needs. */
export interface ProviderNeeds {
  /** It opens a window, which browsers allow only in the click. */
  readonly needsClick: boolean;
  /** The viewer comes back by an address. */
  readonly needsReturnAddress: boolean;
  /** It works in a frame of another site, where the storage is not the shop's. */
  readonly worksInForeignFrame: boolean;
}

/** What a kind of provider needs, and how it opens. */
interface ProviderKind<Kind extends Provider> extends ProviderNeeds {
  readonly needsClick: Kind['type'] extends ClickKind ? true : false;
  /** Opens the provider, or takes the payment. What it throws gives the purchase up. */
  readonly open: (opening: Opening<Kind>) => Promise<void>;
}

/** All kinds. A new one is a type in `provider.ts`, a file that opens it, and a row here. */
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
