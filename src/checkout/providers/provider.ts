import type { FinishValues } from '../purchase/purchase-record.ts';

/** A payment for a provider. */
export interface Payment {
  /** ID of the platform, with every digit. A provider takes each at most once. */
  readonly transactionId: string;
  /** `ppv`, `subscription`, `ownage`, … */
  readonly operation: string;
  readonly item?: string | undefined;
  readonly streamtype?: string | undefined;
  /** In the currency's subunit (cents). */
  readonly amount: number;
  /** Three letters, for example `EUR`. */
  readonly currency: string;
  /**
   * The address to which the provider sends the viewer back, with its own parameters appended.
   * In-page providers do not need it.
   */
  readonly returnUrl: string;
}

/**
 * The outcome of a payment. `token`, `reference`, … are fields of `POST
 * /payment/finishtransaction`.
 */
export interface ProviderOutcome extends Omit<FinishValues, 'transactionID'> {
  /**
   * `approved` and `pending` are sent to the platform. So is `declined` with a token that proves
   * it.
   */
  readonly outcome: 'approved' | 'pending' | 'declined' | 'cancelled';
  /**
   * The adapter has verified a `declined` itself, for instance by a signature: the purchase has
   * failed. Otherwise it is abandoned, and a later return may revive it. Neither happens while an
   * earlier answer of the provider is being sent to the platform.
   */
  readonly verified?: boolean | undefined;
}

/** The fields of an outcome. */
export type OutcomeField = keyof ProviderOutcome;

/**
 * An outcome and no other field. The compiler does not look for misspelled fields in what a
 * function returns. So the functions that take providers infer the names of the fields (`Field`),
 * and an unknown one has no value.
 */
export type OutcomeWith<Field extends string> = ProviderOutcome & {
  readonly [Name in Field]?: Name extends OutcomeField ? ProviderOutcome[Name] : never;
};

interface AnyProvider {
  /** The provider's code: `provider` of `POST /payment/preparetransaction`. */
  readonly name: string;
  /** What viewers call it, where they choose a provider. Default: `name`. */
  readonly label?: string | undefined;
  /**
   * Checks that the provider can take payments, for instance by loading its script. If it rejects,
   * or takes longer than 10 s, `buy` rejects with `provider-unavailable`, and nothing is sent.
   */
  readonly ready?: (() => unknown) | undefined;
}

interface HostedProvider<Outcome> extends AnyProvider {
  /** Returns the http(s) address of the payment page. */
  readonly url: (payment: Payment) => string | Promise<string>;
  /**
   * The return address, of this page's origin. Default: the page itself. A page without other
   * scripts is safest.
   */
  readonly returnUrl?: string | undefined;
  /**
   * Reads the parameters that the provider added to the address. Default: `outcome`, `token`,
   * `reference`, … by the names of the fields.
   */
  readonly read?: ((parameters: URLSearchParams) => Outcome) | undefined;
}

/**
 * A provider for which the viewer leaves the page, and comes back. `Outcome`: what `read` returns.
 */
interface RedirectProviderOf<Outcome> extends HostedProvider<Outcome> {
  readonly type: 'redirect';
}

/**
 * A provider in a separate window, opened in the click. If that is blocked, the viewer leaves the
 * page. `Outcome`: what `read` returns.
 */
interface PopupProviderOf<Outcome> extends HostedProvider<Outcome> {
  readonly type: 'popup';
}

/** A provider that is a function of the page. `Outcome`: what `pay` returns. */
interface InPageProviderOf<Outcome> extends AnyProvider {
  readonly type: 'in-page';
  /**
   * Takes the payment. If it rejects, the outcome is unknown, and the purchase stays open. `signal`
   * is aborted when the session ends or the purchase is abandoned: the payment must end then.
   */
  readonly pay: (payment: Payment, options: { readonly signal: AbortSignal }) => Promise<Outcome>;
  readonly script?: undefined;
}

/**
 * A provider that is a module at an address.
 * @example usher.configure({ providers: [{ name: 'card', type: 'in-page', script:
 *   'https://pay.example.com/in-page.js' }] });
 */
export interface ScriptProvider extends AnyProvider {
  readonly type: 'in-page';
  /**
   * The address of an ES module that exports `pay(payment, options)`, and may export `ready()`: the
   * same as those of a function of the page. A relative address is read from the page's. The module
   * is loaded by each `buy` before the purchase begins; a browser fetches it once. If that fails or
   * takes longer than 10 s, or there is no `pay`, `buy` rejects with `provider-unavailable`. The
   * page's policy needs the address in `script-src`.
   */
  readonly script: string;
  readonly pay?: undefined;
}

/** A provider by what it returns. */
export type ProviderOf<Outcome> =
  | RedirectProviderOf<Outcome>
  | PopupProviderOf<Outcome>
  | InPageProviderOf<Outcome>
  | ScriptProvider;

// Interfaces and no aliases: beside a record of the same interface, the compiler infers nothing
// from the other records of a list.

/** A provider for which the viewer leaves the page, and comes back. */
export interface RedirectProvider extends RedirectProviderOf<ProviderOutcome> {}

/**
 * A provider in a separate window, opened in the click. If that is blocked, the viewer leaves the
 * page.
 */
export interface PopupProvider extends PopupProviderOf<ProviderOutcome> {}

/** A provider that is a function of the page. */
export interface InPageProvider extends InPageProviderOf<ProviderOutcome> {}

export type Provider = RedirectProvider | PopupProvider | InPageProvider | ScriptProvider;
