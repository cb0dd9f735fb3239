import { inMemory } from '../../platform/open-database.ts';
import type { Content } from '../../platform/open-filled.ts';
import {
  makeMerchantAccount,
  type NewMerchantAccount,
} from '../../platform/payment/merchant-account.ts';
import {
  startPlatform,
  type PlatformOptions,
  type RunningPlatform,
} from '../../platform/start-platform.ts';
import { startProvider, type RunningProvider } from '../../provider/start-provider.ts';
import { readRecording, type Recording } from '../probe/recording.ts';
import { answerFromRecordings } from '../probe/serve-replay.ts';
import type { Place } from './content-options.ts';

export interface ServerOptions {
  readonly port: number;
  readonly providerPort: number;
  readonly provider: boolean;
  readonly unsigned?: boolean;
  readonly sessionSeconds: number;
  readonly fault: readonly string[];
  readonly log?: boolean;
  readonly host: readonly string[];
  readonly callbackHost: readonly string[];
  /** A folder of recordings. */
  readonly replay?: string;
}

export interface Servers {
  readonly platform: RunningPlatform;
  readonly provider: RunningProvider | undefined;
  /** What answers calls in place of the platform. */
  readonly recording: Recording | undefined;
  close(): Promise<void>;
}

export async function startServers(
  options: ServerOptions,
  place: Place,
  content: Content,
): Promise<Servers> {
  const recording = options.replay === undefined ? undefined : await readRecording(options.replay);
  const shop = await makeMerchantAccount('Lantern Row');
  const provider = options.provider ? await openProvider(options, place, shop) : undefined;
  try {
    const trusted = provider && {
      url: provider.url,
      jwks: provider.jwks,
      merchants: options.callbackHost,
      account: shop.forPlatform,
    };
    const platform = await openPlatform(options, place, { ...content, recording }, trusted);
    for (const fault of options.fault) platform.faults.add(fault);
    return {
      platform,
      provider,
      recording,
      async close() {
        await platform.close();
        await provider?.close();
      },
    };
  } catch (error) {
    await provider?.close();
    throw error;
  }
}

function openProvider(
  { providerPort, host }: ServerOptions,
  { dataDir, databaseUrl }: Place,
  shop: NewMerchantAccount,
): Promise<RunningProvider> {
  const isFolder = !databaseUrl && dataDir !== inMemory;
  return startProvider({
    port: providerPort,
    isPortFixed: true,
    hosts: host,
    merchants: [shop.forProvider],
    ...(isFolder && { dataDir: `${dataDir}-provider` }),
  });
}

function openPlatform(
  options: ServerOptions,
  place: Place,
  { recording, ...content }: Content & { readonly recording: Recording | undefined },
  provider: PlatformOptions['provider'],
): Promise<RunningPlatform> {
  return startPlatform({
    ...content,
    intercept: recording && answerFromRecordings(recording),
    ...place,
    port: options.port,
    isPortFixed: true,
    signed: !options.unsigned,
    sessionLifetimeSeconds: options.sessionSeconds,
    log: options.log ?? false,
    hosts: options.host,
    callbackHosts: options.callbackHost,
    provider,
  });
}
