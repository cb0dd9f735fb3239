import type { PlatformOptions, RunningPlatform } from '../../demo/platform/start-platform.ts';
import { openPage } from './client.ts';
import type { Answered, Page } from './client.ts';
import { startTestProvider } from './payment-provider.ts';
import type { TestProvider } from './payment-provider.ts';
import { startTestPlatform } from './test-platform.ts';

/** A buyer at a page: logged in, with the calls of payment at hand. */
export interface Buyer extends Page {
  pay(name: string, fields: Record<string, string>): Promise<Answered>;
  /** Prepares; the transaction's ID. */
  prepare(fields?: Record<string, string>): Promise<string>;
  /** Prepares, has the provider approve the amount, and finishes. */
  buy(fields?: Record<string, string>): Promise<{ id: string; answer: Answered }>;
  state(item?: string): Promise<any>;
}

export interface Desk {
  readonly platform: RunningPlatform;
  readonly provider: TestProvider;
  nowMs(): number;
  /** Moves the clock of the platform. */
  pass(milliseconds: number): void;
  buyer(domain: number, username?: 'ada' | 'grace' | 'kim'): Promise<Buyer>;
  close(): Promise<void>;
}

export const dayMs = 86_400_000;

/** Fight Club: for pay, 499 to rent and 1299 to keep. */
export const film = '1369311';
export const rent = {
  operation: 'ppv',
  item: film,
  streamtype: 'video',
  amount: '499',
  currency: 'EUR',
  provider: 'demo',
};
export const keep = { ...rent, operation: 'ownage', amount: '1299' };
export const monthly = {
  operation: 'subscription',
  amount: '799',
  currency: 'EUR',
  provider: 'demo',
};

const passwords = { ada: 'lovelace', grace: 'hopper', kim: 'young' };

/** A platform with a payment provider and a clock of its own. */
export async function openDesk(
  options: PlatformOptions = {},
  startMs = Date.parse('2026-11-21T12:00:00Z'),
): Promise<Desk> {
  const provider = await startTestProvider();
  let clockMs = startMs;
  // A session that lasts for years: these tests move the clock by months.
  const lasting = {
    sessionLifetimeSeconds: 1e9,
    now: () => new Date(clockMs),
    provider: { ...provider, answerWithinMs: 200 },
  };
  const platform = await startTestPlatform({ ...lasting, ...options });
  return {
    platform,
    provider,
    nowMs: () => clockMs,
    pass: (milliseconds) => {
      clockMs += milliseconds;
    },
    buyer: (domain, username = 'ada') => openBuyer(platform, provider, domain, username),
    async close() {
      await platform.close();
      await provider.close();
    },
  };
}

/** Logs a buyer in at a platform. */
export async function openBuyer(
  { url }: RunningPlatform,
  provider: TestProvider,
  domain: number,
  username: keyof typeof passwords,
): Promise<Buyer> {
  const page = await openPage(url, domain);
  await page.call('/session/login', {
    form: { provider: 'manual', username, password: passwords[username] },
  });
  const pay: Buyer['pay'] = (name, fields) =>
    page.call(`/payment/${name}?${new URLSearchParams(fields)}`, {
      method: name === 'cancelsubscription' ? 'DELETE' : 'POST',
    });
  const prepare = async (fields: Record<string, string> = rent): Promise<string> =>
    String((await pay('preparetransaction', fields)).result.general.transactionID);
  return {
    ...page,
    pay,
    prepare,
    async buy(fields = rent) {
      const id = await prepare(fields);
      const token = await provider.sign({
        sub: id,
        amount: Number(fields['amount']),
        reference: `PAY-${id}`,
      });
      return { id, answer: await pay('finishtransaction', { transactionID: id, token }) };
    },
    state: async (item = film) =>
      (await pay('itemstate', { item, streamtype: 'video' })).result.general,
  };
}
