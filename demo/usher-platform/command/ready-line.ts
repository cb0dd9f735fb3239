import type { FilmForSale } from '../../platform/payment/film-for-sale.ts';
import type { RunningPlatform } from '../../platform/start-platform.ts';
import type { Servers } from './start-servers.ts';

/** What a script needs to use the platform, as one line of JSON. */
export interface ReadyLine {
  readonly ready: true;
  /** What a page is given as `baseUrl`. */
  readonly baseUrl: string;
  readonly url: string;
  readonly domain: number;
  /** For clients on servers. */
  readonly domainSecret: string;
  readonly serverSessionId: string;
  readonly demoUser: RunningPlatform['demoUser'];
  readonly vouchers: readonly string[];
  /** A film that the demo user can rent. Absent: the catalogue has none for sale. */
  readonly film?: FilmForSale | undefined;
  /** The origin of the payment provider, whose first page explains it. */
  readonly provider?: string | undefined;
  /**
   * The address for whoever runs the platform, with its key. `/__ledger`, `/__incidents` and
   * `/__faults` take the same key.
   */
  readonly admin: string;
  /** The page with the calls. Absent without `--log`. */
  readonly calls?: string | undefined;
}

export async function readyLine(
  { platform, provider, recording }: Servers,
  hasLog: boolean,
): Promise<ReadyLine> {
  const basePath = recording?.basePath ?? `/v3.1/${platform.domain}`;
  return {
    ready: true,
    baseUrl: platform.url + basePath,
    url: platform.url,
    domain: Number(recording?.session.domain || platform.domain),
    domainSecret: platform.domainSecret,
    serverSessionId: platform.serverSessionId,
    demoUser: platform.demoUser,
    vouchers: await platform.redeemableVouchers(),
    film: await platform.filmForSale(),
    provider: provider?.url,
    admin: platform.adminAddress('/'),
    calls: hasLog ? `${platform.url}/__calls` : undefined,
  };
}
