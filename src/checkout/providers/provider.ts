import type { FinishValues } from '../purchase/purchase-record.ts';

/** A payment that is to be taken. */
export interface Payment {
  /** Of the platform, to the last digit. A provider takes each at most once. */
  readonly transactionID: string;
  /** `ppv`, `subscription`, `ownage`, … */
  readonly operation: string;
  readonly item?: string | undefined;
  readonly streamtype?: string | undefined;
  /** In the currency's subunit (cents). */
  readonly amount: number;
  /** Three letters, as `EUR`. */
  readonly currency: string;
  /**
   * Where the provider sends the viewer back to, adding its own parameters at the end. In-page
   * providers need none.
   */
  readonly returnUrl: string;
}

/**
 * What a provider says of a payment. `token`, `reference`, … are fields of `POST
 * /payment/finishtransaction`.
 */
export interface ProviderOutcome extends Omit<FinishValues, 'transactionID'> {
  /**
   * `approved` and `pending` are brought to the platform; so is `declined` when there is a token
   * that proves it.
   */
  readonly outcome: 'approved' | 'pending' | 'declined' | 'cancelled';
  /**
   * The adapter has verified a `declined` itself, by a signature for instance: the purchase has
   * failed. Else it is given up, and may be revived.
   */
  readonly verified?: boolean | undefined;
}

interface AnyProvider {
  /** The provider's code: `provider` of `POST /payment/preparetransaction`. */
  readonly name: string;
  /**
   * Makes sure that it can take payments, by loading its script for instance: when this rejects,
   * `buy` does with `provider-unavailable`, and nothing has been sent.
   */
  readonly ready?: (() => unknown) | undefined;
}

interface HostedProvider extends AnyProvider {
  /** The address to send the viewer to: http(s). */
  readonly url: (payment: Payment) => string | Promise<string>;
  /**
   * Where it sends them back to, of this page's origin. Default: the page itself. A page without
   * other scripts is safest.
   */
  readonly returnUrl?: string | undefined;
  /**
   * Reads what it added to the address. Default: `outcome`, `token`, `reference`, … by the names of
   * the fields.
   */
  readonly read?: ((parameters: URLSearchParams) => ProviderOutcome) | undefined;
}

/** The viewer leaves the page, and comes back. */
export interface RedirectProvider extends HostedProvider {
  readonly type: 'redirect';
}

/** A window of its own, opened in the click; the viewer leaves the page where it is blocked. */
export interface PopupProvider extends HostedProvider {
  readonly type: 'popup';
}

/** A function of the page. */
export interface InPageProvider extends AnyProvider {
  readonly type: 'in-page';
  /** Takes the payment. When it rejects, nothing is known: the purchase stays open. */
  readonly pay: (
    payment: Payment,
    options: { readonly signal: AbortSignal },
  ) => Promise<ProviderOutcome>;
}

/** How payments are taken. */
export type Provider = RedirectProvider | PopupProvider | InPageProvider;
