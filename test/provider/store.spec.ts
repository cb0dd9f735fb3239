import { decodeProtectedHeader } from 'jose';
import { expect, test } from '../fixtures/provider/provider-test.ts';

const purchase = {
  operation: 'ownage',
  item: '9007199254740993001',
  streamtype: 'video',
  amount: 1299,
  currency: 'EUR',
  isPremium: false,
};
const iat = Date.parse('2026-11-21T12:00:00Z') / 1000;
const buy = (provider: string, path: string, body: unknown = purchase): Promise<Response> =>
  fetch(`${provider}/store/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
/** The token in the receipt that an app receives. */
const bought = async (response: Promise<Response>): Promise<string> =>
  JSON.parse((await (await response).json()).receipt).payload;

test('each store signs its receipts with its own key, with every digit of the item', async ({
  provider,
}) => {
  for (const store of ['io', 'go', 'am'] as const) {
    const token = await bought(buy(provider.url, `${store}/receipts`));
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'EdDSA', kid: `store-${store}` });
    expect(await provider.verify(token)).toEqual({
      aud: '127.0.0.1',
      store,
      ...purchase,
      purchaseId: expect.any(String),
      iat,
    });
    expect(
      await provider.verify(JSON.parse(await provider.receipt({ store, ...purchase })).payload),
    ).toMatchObject({ store, ...purchase });
  }
});

test('two purchases have two receipts, and one without an item has none in its receipt', async ({
  provider,
}) => {
  const { merchant, ...subscription } = {
    operation: 'subscription',
    amount: 799,
    currency: 'EUR',
    isPremium: 1,
    merchant: 'A shop',
  };
  const claims = await Promise.all(
    [1, 2].map(async () =>
      provider.verify(
        await bought(buy(provider.url, 'go/receipts', { ...subscription, merchant })),
      ),
    ),
  );
  expect(claims[0]).toEqual({
    aud: 'A shop',
    store: 'go',
    ...subscription,
    isPremium: true,
    purchaseId: expect.any(String),
    iat,
  });
  expect(claims[0]!['purchaseId']).not.toBe(claims[1]!['purchaseId']);
});

test('a forged receipt names the key of the store, and does not verify', async ({ provider }) => {
  const forged = [
    await bought(buy(provider.url, 'io/receipts?forged=1')),
    JSON.parse(await provider.receipt({ store: 'io', ...purchase, forged: true })).payload,
  ];
  for (const token of forged) {
    expect(decodeProtectedHeader(token).kid).toBe('store-io');
    await expect(provider.verify(token)).rejects.toThrow('signature verification failed');
  }
});

test('an invalid purchase is refused with the field named', async ({ provider }) => {
  const cases = [
    { operation: '' },
    { merchant: '' },
    { merchant: 7 },
    { item: 2 ** 53 },
    { item: 'seven' },
    { streamtype: 7 },
    { amount: 12.5 },
    { amount: null },
    { currency: 'eur' },
  ];
  for (const changed of cases) {
    const response = await buy(provider.url, 'io/receipts', { ...purchase, ...changed });
    expect([response.status, (await response.json()).error], JSON.stringify(changed)).toEqual([
      400,
      expect.stringContaining(`${Object.keys(changed)[0]} must be`),
    ]);
  }
  for (const body of [null, 'text', []]) {
    expect((await buy(provider.url, 'io/receipts', body)).status).toBe(400);
  }
  expect((await buy(provider.url, 'xx/receipts')).status).toBe(404);
});

test('a page of another origin can buy', async ({ page, provider, shop }) => {
  await page.goto(`${shop}/return`);
  const receipt = await page.evaluate(
    async ({ url, body }) =>
      (
        await (
          await fetch(url, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body,
          })
        ).json()
      ).receipt as string,
    { url: `${provider.url}/store/am/receipts`, body: JSON.stringify(purchase) },
  );
  expect(await provider.verify(JSON.parse(receipt).payload)).toMatchObject({
    aud: new URL(shop).host,
    store: 'am',
    ...purchase,
  });
});
