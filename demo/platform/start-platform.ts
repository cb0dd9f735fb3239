import type { MiddlewareHandler } from 'hono';
import { createApp } from './app.ts';
import { createCallLog, type LoggedCall } from './call-log.ts';
import { createCallbackHosts } from './directory/callback-hosts.ts';
import { createFaults, type Faults } from './faults/faults.ts';
import { createLedgerAddress } from './ledger/ledger-address.ts';
import { readStatement, type Statement } from './ledger/statement.ts';
import { listen } from './listen.ts';
import { inMemory } from './open-database.ts';
import { openFilled, type Content } from './open-filled.ts';
import { findFilmForSale, type FilmForSale } from './payment/film-for-sale.ts';
import { readAccounts, recordAccount, recordMerchants } from './payment/merchants.ts';
import { createPaymentProvider, type ProviderOptions } from './payment/payment-provider.ts';
import type { Platform } from './platform.ts';
import { createLoginAttempts } from './session/login-attempts.ts';
import { addIncident, endIncident, type NewIncident } from './system/incidents.ts';
import { lastingSessionId } from './tenants/create-domain.ts';
import { demoUsers } from './tenants/demo-users.ts';
import { demoVouchers, type DemoVoucher } from './tenants/demo-vouchers.ts';
import { findRedeemableVouchers } from './tenants/fill-vouchers.ts';

export interface PlatformOptions extends Content {
  /** Another one is taken when it is taken. Default: any free one. */
  readonly port?: number;
  /** True: a port that is taken is an error (`EADDRINUSE`). Default false. */
  readonly isPortFixed?: boolean;
  /** A folder, or `memory://` (the default). Not read when there is a `databaseUrl`. */
  readonly dataDir?: string;
  /** A PostgreSQL server. Default: the environment's `DATABASE_URL`. */
  readonly databaseUrl?: string | undefined;
  /** Keeps what goes wrong inside from the console. */
  readonly quiet?: boolean;
  /** False: no domain checks signatures. Default: as each domain says. */
  readonly signed?: boolean;
  /**
   * How long a session lives without keepalive. Default 930: 15 minutes, and half a minute for slow
   * networks.
   */
  readonly sessionLifetimeSeconds?: number;
  /**
   * A login gives the session another ID and secret, so that who knew the earlier ones cannot act
   * for the user. Default false: the session goes on. Lasting sessions always do.
   */
  readonly renewSessions?: boolean;
  /** The clock, for tests. */
  readonly now?: () => Date;
  /** Hosts besides those of this machine that the directory may send viewers back to. */
  readonly callbackHosts?: readonly string[];
  /** Names besides those of this machine under which the platform answers; others get 421. */
  readonly hosts?: readonly string[];
  /**
   * The payment provider whose tokens, and the app stores' whose receipts, are accepted. Without
   * one none is.
   */
  readonly provider?: ProviderOptions | undefined;
  /**
   * Keeps what reached the platform, to be read at `/__log?since=`. For tests only: it holds
   * secrets. `/__calls` shows it as a table.
   */
  readonly log?: boolean;
  /**
   * Lets a page read the ledger of its viewer, and make calls of its own session go wrong, at
   * `/__viewer/…`. Default false.
   */
  readonly viewerTools?: boolean;
  /** Answers calls in place of the platform, also preflights. It calls `next` for the others. */
  readonly intercept?: MiddlewareHandler | undefined;
}

export interface RunningPlatform {
  /** As `http://127.0.0.1:4174`; the base URL of a domain is `${url}/v3.1/${domain}`. */
  readonly url: string;
  readonly domain: number;
  readonly domainSecret: string;
  readonly serverSessionId: string;
  readonly demoUser: { readonly username: string; readonly password: string };
  /** A film that the demo user can rent, and has not bought. */
  filmForSale(): Promise<FilmForSale | undefined>;
  /** Secret and lasting session of another domain, which is made when it is one of 9000 to 9999. */
  openTenant(domain: number): Promise<{ domainSecret: string; serverSessionId: string }>;
  /** The ID of what was added; every domain sees it. */
  addIncident(incident: NewIncident): Promise<string>;
  /** Whether there was one to end. */
  endIncident(id: string): Promise<boolean>;
  /** Lets the directory send viewers back to a host; the first is meant where a call names none. */
  allowCallback(host: string): void;
  readonly calls: readonly LoggedCall[];
  /** What goes wrong on purpose. */
  readonly faults: Faults;
  /**
   * An address of the platform's own for whoever runs it: `/__ledger`, `/__incidents` or
   * `/__faults`, with the key in it.
   */
  adminAddress(path: string): string;
  /**
   * Vouchers that every domain starts with, to be redeemed; the login voucher is not among them.
   */
  readonly demoVouchers: readonly DemoVoucher[];
  /** The codes of those that can still be redeemed. A catalogue may have no item for some. */
  redeemableVouchers(): Promise<string[]>;
  /**
   * The ledger of payments, of one domain or all, with what does not agree in it. What is due by
   * now is charged first.
   */
  ledger(domain?: number): Promise<Statement>;
  close(): Promise<void>;
}

/** Starts the reference platform; its database is made and filled when it is new. */
export async function startPlatform(options: PlatformOptions = {}): Promise<RunningPlatform> {
  const databaseUrl = options.databaseUrl ?? process.env['DATABASE_URL'];
  const platform = await openPlatform(options, databaseUrl);
  const { database, tenants, now } = platform;
  const log = options.log ? createCallLog() : undefined;
  const faults = createFaults();
  const { defaultDomain } = platform;
  const address = createLedgerAddress(
    databaseUrl || options.dataDir === inMemory ? undefined : options.dataDir,
  );
  const listening = await listen(
    createApp(platform, {
      log,
      faults,
      viewerTools: options.viewerTools ?? false,
      intercept: options.intercept,
      ledgerKey: address.key,
    }),
    options.port ?? 0,
    options.hosts,
    options.isPortFixed,
  ).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const forgetAddress = await address.publish(listening.url);
  const openTenant = async (
    id: string,
  ): Promise<{ domainSecret: string; serverSessionId: string }> => {
    const domain = await tenants.get(id);
    if (!domain) throw new RangeError(`there is no domain ${id}`);
    return { domainSecret: domain.secret, serverSessionId: await lastingSessionId(database, id) };
  };
  return {
    url: listening.url,
    domain: Number(defaultDomain),
    ...(await openTenant(defaultDomain)),
    demoUser: { username: demoUsers[0].username, password: demoUsers[0].password },
    filmForSale: () =>
      findFilmForSale(database, { domain: defaultDomain, username: demoUsers[0].username }),
    openTenant: (domain) => openTenant(String(domain)),
    addIncident: (incident) => addIncident(database, incident, now()),
    endIncident: (id) => endIncident(database, id, now()),
    allowCallback: platform.callbackHosts.allow,
    calls: log?.calls ?? [],
    faults,
    adminAddress: (path) => `${listening.url}${path}?key=${address.key}`,
    demoVouchers,
    redeemableVouchers: () => findRedeemableVouchers(database, defaultDomain, now()),
    ledger: (domain) =>
      readStatement(database, domain === undefined ? undefined : String(domain), now()),
    async close() {
      await forgetAddress();
      await listening.close();
      await database.close();
    },
  };
}

/** The platform without its server: what `createApp` serves. */
export async function openPlatform(
  options: PlatformOptions,
  databaseUrl: string | undefined,
): Promise<Platform> {
  const now = options.now ?? ((): Date => new Date());
  const filled = await openFilled(options.dataDir ?? inMemory, databaseUrl, now, options);
  const { merchants, account } = options.provider ?? {};
  await recordMerchants(filled.database, merchants);
  if (account) await recordAccount(filled.database, account.merchant);
  return {
    ...filled,
    now,
    sessionLifetimeSeconds: options.sessionLifetimeSeconds ?? 930,
    signed: options.signed ?? true,
    renewSessions: options.renewSessions ?? false,
    callbackHosts: createCallbackHosts(options.callbackHosts ?? []),
    loginAttempts: createLoginAttempts(),
    payments: createPaymentProvider(options.provider, await readAccounts(filled.database)),
    reportFault: (error) => {
      if (!options.quiet) console.error(error);
    },
  };
}
