import type { Database } from './database/database.ts';
import type { CallbackHosts } from './directory/callback-hosts.ts';
import type { PaymentProvider } from './payment/payment-provider.ts';
import type { LoginAttempts } from './session/login-attempts.ts';
import type { Tenants } from './tenants/tenants.ts';

/** What every part of the platform is handed. */
export interface Platform {
  readonly database: Database;
  readonly tenants: Tenants;
  /** The ID of the domain of an address that names none. */
  readonly defaultDomain: string;
  /** The present moment; tests move it. */
  readonly now: () => Date;
  readonly sessionLifetimeSeconds: number;
  /** False: no domain checks signatures, and none gives a token. */
  readonly signed: boolean;
  /** A login gives the session another ID. */
  readonly renewSessions: boolean;
  /** Where the directory sends viewers back to. */
  readonly callbackHosts: CallbackHosts;
  /** Slows down who guesses passwords. */
  readonly loginAttempts: LoginAttempts;
  /** Whose word counts for payments. */
  readonly payments: PaymentProvider;
  /** Takes what went wrong inside; callers never see it. */
  readonly reportFault: (error: unknown) => void;
}
