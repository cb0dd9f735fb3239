import { test as base } from '@playwright/test';
import { createLocalJWKSet, jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';
import { startProvider } from '../../../demo/provider/start-provider.ts';
import type { RunningProvider } from '../../../demo/provider/start-provider.ts';
import { startShop } from './shop.ts';

/** A provider whose clock a test moves. */
export interface TimedProvider extends RunningProvider {
  advance(minutes: number): void;
  /** The claims of a token that verifies by the published keys; throws when it does not. */
  verify(token: string | null | undefined): Promise<JWTPayload>;
}

interface Fixtures {
  provider: TimedProvider;
  /** The address of a shop that lets the provider in. */
  shop: string;
  /**
   * What a page said that nobody wants to read: console messages, uncaught errors, violations of a
   * policy.
   */
  noise: string[];
}

/** A film for 4.99 euros; the ID of the transaction has more digits than a number holds. */
export const order = {
  transaction: '9007199254740993001',
  amount: '499',
  currency: 'EUR',
  title: 'A Film of the Sea',
  merchant: 'Lantern Row',
};

export const test = base.extend<Fixtures>({
  provider: async ({}, use) => {
    let clockMs = Date.parse('2026-11-21T12:00:00Z');
    const running = await startProvider({ now: () => new Date(clockMs) });
    const verify: TimedProvider['verify'] = async (token) => {
      // As a platform does it: by what is published, not by what the process knows.
      const keys = createLocalJWKSet(await (await fetch(`${running.url}/jwks.json`)).json());
      return (await jwtVerify(token ?? '', keys, { algorithms: ['EdDSA'] })).payload;
    };
    const timed = Object.create(running, {
      advance: { value: (minutes: number) => void (clockMs += minutes * 60_000) },
      verify: { value: verify },
    }) as TimedProvider;
    await use(timed);
    await running.close();
  },
  shop: async ({ provider }, use) => {
    const shop = await startShop(provider.url);
    await use(shop.url);
    await shop.close();
  },
  noise: async ({ page }, use) => {
    const noise: string[] = [];
    page.on('console', (message) => noise.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => noise.push(`uncaught: ${error.message}`));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) =>
        console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
      );
    });
    await use(noise);
  },
});

export { expect } from '@playwright/test';

/** The address of the payment page. */
export function payAddress(
  provider: string,
  back: string,
  changed: Readonly<Record<string, string>> = {},
): string {
  return `${provider}/pay?${new URLSearchParams({ ...order, return: back, ...changed })}`;
}

/** Answers the payment page as its form does, without a browser; where the viewer is sent. */
export async function choose(address: string, choice: string): Promise<URL> {
  const response = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams({ choice }),
    redirect: 'manual',
  });
  const location = response.headers.get('Location');
  if (response.status !== 303 || location === null) {
    throw new Error(`answered ${response.status}: ${await response.text()}`);
  }
  return new URL(location, address);
}
