import { fileURLToPath } from 'node:url';
import { claimFolder } from './claim-folder.ts';
import { startPlatform } from './platform/start-platform.ts';
import { startProvider } from './provider/start-provider.ts';
import { startDemoServer } from './server.ts';
import { startText } from './start-text.ts';

const folder = await claimFolder(fileURLToPath(new URL('../.data/', import.meta.url)));
const provider = await startProvider({ port: 4175, dataDir: `${folder.path}-provider` });
const platform = await startPlatform({
  port: 4174,
  dataDir: folder.path,
  callbackHosts: process.env['CALLBACK_HOSTS']?.split(',') ?? [],
  provider: { url: provider.url, jwks: provider.jwks },
});
const baseUrl = `${platform.url}/v3.1/${platform.domain}`;
const server = await startDemoServer({
  port: 4173,
  baseUrl,
  domain: platform.domain,
  provider: provider.url,
});

platform.allowCallback(new URL(server.url).host);

console.log(
  startText({
    page: server.url,
    provider: provider.url,
    platform,
    film: await platform.filmForSale(),
  }),
);

let stopping = false;

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await server.close();
  await platform.close();
  await provider.close();
  await folder.release();
  process.exit(0);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stop());
}

// A SIGTERM for npm ends npm and its shell, but never reaches us: when we have lost them, we are
// done.
const parent = process.ppid;
if (process.env['npm_lifecycle_event']) {
  setInterval(() => {
    if (process.ppid !== parent) void stop();
  }, 500).unref();
}
