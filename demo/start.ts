import { fileURLToPath } from 'node:url';
import { claimFolder } from './claim-folder.ts';
import { listedHosts } from './listed-hosts.ts';
import { onStop } from './on-stop.ts';
import { makeMerchantAccount } from './platform/payment/merchant-account.ts';
import { startPlatform } from './platform/start-platform.ts';
import { startProvider } from './provider/start-provider.ts';
import { startDemoServer } from './server.ts';
import { ports, startText } from './start-text.ts';

/** Names besides those of this machine under which the three servers answer. */
const hosts = listedHosts('ALLOWED_HOSTS');
/** Where the demo's pages are besides this machine. */
const callbackHosts = listedHosts('CALLBACK_HOSTS');

const folder = await claimFolder(fileURLToPath(new URL('../.data/', import.meta.url)));
const shop = await makeMerchantAccount('Lantern Row');
const provider = await startProvider({
  port: ports.provider,
  dataDir: `${folder.path}-provider`,
  merchants: [shop.forProvider],
  hosts,
});
const platform = await startPlatform({
  port: ports.platform,
  dataDir: folder.path,
  callbackHosts,
  hosts,
  renewSessions: true,
  viewerTools: true,
  provider: {
    url: provider.url,
    jwks: provider.jwks,
    merchants: callbackHosts,
    account: shop.forPlatform,
  },
});
const baseUrl = `${platform.url}/v3.1/${platform.domain}`;
const server = await startDemoServer({
  port: ports.page,
  baseUrl,
  domain: platform.domain,
  provider: provider.url,
  hosts,
});

platform.allowCallback(new URL(server.url).host);

console.log(
  startText({
    page: server.url,
    provider: provider.url,
    platform,
    film: await platform.filmForSale(),
    vouchers: await platform.redeemableVouchers(),
  }),
);

onStop(async () => {
  await server.close();
  await platform.close();
  await provider.close();
  await folder.release();
  process.exit(0);
});
