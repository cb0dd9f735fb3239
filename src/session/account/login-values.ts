/** Fields of a login by every provider. */
interface AnyLogin {
  /** The host of the page. Needed where the domain asks for a second factor. */
  readonly host?: string | undefined;
}

/** A login by user name and password. `provider` may be left out. */
export interface ManualLogin extends AnyLogin {
  readonly provider?: 'manual' | undefined;
  readonly username: string;
  readonly password: string;
  /** A voucher code that is redeemed with the login. */
  readonly vouchercode?: string | undefined;
}

/** A login by a token. */
export interface TokenLogin<Provider extends string = string> extends AnyLogin {
  readonly provider: Provider;
  /**
   * The credential: with `hash` the user hash of an earlier login, with `broadcast` and
   * `secondscreen` the code that the viewer was shown, else the token of the provider.
   */
  readonly token: string;
  /** A voucher code that is redeemed with the login. */
  readonly vouchercode?: string | undefined;
}

/** A login by a voucher code alone. */
export interface VoucherLogin extends AnyLogin {
  readonly provider?: undefined;
  readonly vouchercode: string;
}

/** A login by a voucher code, at a provider that the types do not know. */
export interface ProviderVoucherLogin<Provider extends string = string> extends AnyLogin {
  readonly provider: Provider;
  readonly vouchercode: string;
  readonly token?: string | undefined;
}

/** The logins of the providers that the interface names. */
interface KnownLogins {
  manual: ManualLogin | VoucherLogin;
  hash: TokenLogin<'hash'>;
  broadcast: TokenLogin<'broadcast'>;
  secondscreen: TokenLogin<'secondscreen'>;
}

/** The known providers of logins. Any other text passes, because platforms have more of them. */
export type LoginProvider = keyof KnownLogins | (string & {});

type LoginBy<Provider extends LoginProvider> = Provider extends keyof KnownLogins
  ? KnownLogins[Provider]
  : TokenLogin<Provider> | ProviderVoucherLogin<Provider>;

/**
 * The credentials of a viewer: fields of `POST /session/login`. Each known provider takes its own
 * fields. Without `provider` they are user name and password, or a voucher code.
 */
export type LoginValues<Provider extends LoginProvider = LoginProvider> = {
  readonly provider?: Provider | undefined;
} & LoginBy<Provider>;
