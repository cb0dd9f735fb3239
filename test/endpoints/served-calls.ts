import { makeMerchantAccount } from '../../demo/platform/payment/merchant-account.ts';
import { startPlatform, type RunningPlatform } from '../../demo/platform/start-platform.ts';
import { startProvider, type RunningProvider } from '../../demo/provider/start-provider.ts';
import { documented, endpoints } from '../fixtures/contract/documented.ts';
import { deviceHash, openPage, type Answered, type Sent } from '../fixtures/platform/client.ts';
import {
  readEverything,
  sellEverything,
  useSession,
  type Call,
  type Cashier,
} from './every-call.ts';

/** The platform's time while it is called: the seeded history ends here. */
export const servedAt = new Date('2026-11-24T12:00:00Z');

/** What init is asked to add, so that its answer has every part. */
const additions = ['DomainData', 'AdModel', 'PriceModel', 'TextTemplates', 'Channels', 'Formats'];

export interface Served {
  readonly platform: RunningPlatform;
  readonly provider: RunningProvider;
  readonly close: () => Promise<void>;
}

/** Starts the platform at a fixed time, with the payment provider that it trusts. */
export async function startServed(): Promise<Served> {
  const account = await makeMerchantAccount('Test shop');
  const provider = await startProvider({ merchants: [account.forProvider] });
  const platform = await startPlatform({
    quiet: true,
    databaseUrl: '',
    now: () => new Date(servedAt),
    provider: { ...provider, account: account.forPlatform },
  });
  return {
    platform,
    provider,
    close: async () => {
      await platform.close();
      await provider.close();
    },
  };
}

/** A request as the documents place its values, without any code of the runtime. */
function requestOf(
  endpoint: (typeof endpoints)[number],
  values: Readonly<Record<string, string | number>>,
): { path: string; sent: Sent } {
  const places = documented(endpoint).fields;
  const at = (place: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(values)
        .filter(([name]) => places[name]?.place === place)
        .map(([name, value]) => [name, String(value)]),
    );
  const path = Object.entries(at('path')).reduce(
    (text, [name, value]) => text.replace(`:${name}`, encodeURIComponent(value)),
    endpoint.path,
  );
  const query = new URLSearchParams(at('query')).toString();
  return {
    path: path + (query && `?${query}`),
    sent: { method: endpoint.method, ...(endpoint.body && { form: at('body') }) },
  };
}

/** Pays at the provider. */
function cashierOf(provider: RunningProvider): Cashier {
  return {
    pay: async (transaction, amount) => {
      const { token, reference } = await provider.pay(
        { transaction, amount, currency: 'EUR', merchant: 'Test shop', title: 'A film' },
        'approve',
      );
      return { token: token!, reference: reference! };
    },
    receipt: (item, amount) =>
      provider.receipt({
        store: 'go',
        operation: 'ppv',
        item,
        streamtype: 'video',
        amount,
        currency: 'EUR',
        isPremium: false,
      }),
  };
}

/** Calls every endpoint, and gives each answer to `onAnswer`. */
export async function callEverything(
  { platform, provider }: Served,
  onAnswer: (id: string, answered: Answered) => void,
): Promise<void> {
  const flags = Object.fromEntries(additions.map((name) => [`add${name}`, '1']));
  const page = await openPage(platform.url, 741, { nxp_devh: deviceHash, ...flags });
  onAnswer('session/init', page.init);
  const call: Call = async (id, values = {}) => {
    const { path, sent } = requestOf(
      endpoints.find((one) => one.id === id)!,
      values,
    );
    const answered = await page.call(path, sent);
    onAnswer(id, answered);
    return answered.result;
  };
  await platform.addIncident({
    title: 'Payments are slow',
    description: 'A payment provider answers late.',
    severity: 'minor',
    affects: ['payment'],
    started: servedAt,
  });
  await useSession(call);
  await readEverything(
    call,
    endpoints.map(({ id }) => id),
  );
  await call('allmedia/byglobalid', {
    globalid: '5000001',
    additionalFields: 'streamdata,statusdata,connectedmedia,publishingdata',
  });
  await call('session/login', { provider: 'manual', ...platform.demoUser });
  await sellEverything(call, cashierOf(provider), servedAt.getTime());
  await call('session/logout');
}
