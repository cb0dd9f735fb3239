import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { transformSync } from 'esbuild';
import { importJWK, type JSONWebKeySet } from 'jose';
import { codeBlocks } from '../fixtures/package/markdown.ts';
import {
  film,
  openPaymentSetup,
  rent,
  type Buyer,
  type PaymentSetup,
} from '../fixtures/platform/payment-setup.ts';
import { createTestMerchant, type TestMerchant } from '../fixtures/provider/merchant.ts';

/** What the blocks about the server export. */
interface OwnProvider {
  readonly jwks: JSONWebKeySet;
  readonly returnAddress: (order: object, returnUrl: string) => Promise<string>;
}
interface OwnServer {
  readonly takeOrder: (request: Request, shopKey: CryptoKey) => Promise<Response>;
  readonly startPayment: (request: Request) => Promise<Response>;
}

/** The block of the page that exports a name, as a module that runs. */
async function runBlock<Module>(name: string): Promise<Module> {
  const blocks = codeBlocks('docs/own-provider.md');
  const { code } = blocks.find((each) => each.code.includes(`function ${name}(`))!;
  // In the repository, so that the block finds its package.
  const path = resolve(`test-results/own-provider/${name}.mjs`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, transformSync(code, { loader: 'ts', format: 'esm' }).code);
  return (await import(pathToFileURL(path).href)) as Module;
}

let own: OwnProvider;
let setup: PaymentSetup;
let ada: Buyer;
test.beforeAll(async () => {
  own = await runBlock<OwnProvider>('returnAddress');
  setup = await openPaymentSetup({
    provider: {
      url: 'https://pay.example.com',
      jwks: own.jwks,
      merchants: ['https://shop.example.com'],
    },
  });
  ada = await setup.buyer(9641);
});
test.afterAll(() => setup.close());

/** The fields that the own provider adds to the address of the shop. */
async function returned(transaction: string, order: object): Promise<Record<string, string>> {
  const address = await own.returnAddress(
    {
      transaction,
      amount: 499,
      currency: 'EUR',
      reference: `PAY-${transaction}`,
      outcome: 'approved',
      decidedAt: Math.floor(setup.nowMs() / 1000),
      ...order,
    },
    'https://shop.example.com/return.html?kept=1',
  );
  const { origin, pathname, searchParams } = new URL(address);
  expect(origin + pathname).toBe('https://shop.example.com/return.html');
  expect([...searchParams.keys()]).toEqual(['kept', 'outcome', 'reference', 'token']);
  return Object.fromEntries(searchParams);
}

test('a token of the documented server is accepted by the platform, and grants the film', async () => {
  const transactionID = await ada.prepare(rent);
  const { token = '', reference = '' } = await returned(transactionID, {});
  const answer = await ada.pay('finishtransaction', { transactionID, token, reference });
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('finished')]);
  expect((await ada.state(film)).canPlay).toBe(1);
});

test('a token of another amount or of another transaction is refused', async () => {
  const other = { ...rent, item: '5000311', streamtype: 'allmedia' };
  const transactionID = await ada.prepare(other);
  for (const order of [{ amount: 1 }, { transaction: '9007199254740993999' }]) {
    const { token = '' } = await returned(transactionID, order);
    expect((await ada.pay('finishtransaction', { transactionID, token })).status).toBe(402);
  }
});

test('the documented server opens one payment for an order of its shop, and for no other', async () => {
  const { takeOrder, startPayment } = await runBlock<OwnServer>('startPayment');
  const ask = (returnUrl: string): Promise<Response> =>
    startPayment(
      new Request('https://shop.example.com/payments', {
        method: 'POST',
        body: JSON.stringify({ transactionId: '7', amount: 1, returnUrl }),
      }),
    );
  expect((await ask('https://shop.example.com/return.html')).status).toBe(404);

  const shop = createTestMerchant('https://shop.example.com');
  const stranger = createTestMerchant('https://shop.example.com');
  const key = (await importJWK(shop.publicKey, 'EdDSA')) as CryptoKey; // of a public key
  const register = async (merchant: TestMerchant, amount: number): Promise<number> => {
    const body = await merchant.sign('https://pay.example.com', { sub: '7', amount });
    return (
      await takeOrder(new Request('https://pay.example.com/orders', { method: 'POST', body }), key)
    ).status;
  };
  expect(await register(stranger, 499)).toBe(401);
  expect((await ask('https://shop.example.com/return.html')).status).toBe(404);
  expect(await register(shop, 499)).toBe(200);
  expect(await register(shop, 499)).toBe(200);
  expect(await register(shop, 1)).toBe(409);

  const first = await (await ask('https://shop.example.com/return.html')).text();
  const second = await (await ask('https://shop.example.com/return.html')).text();
  expect(first).toMatch(/^https:\/\/pay\.example\.com\/pay\?reference=/);
  expect(second).toBe(first);
  expect((await ask('https://evil.example.com/')).status).toBe(400);
});
