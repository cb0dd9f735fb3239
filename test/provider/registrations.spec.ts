import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UnsecuredJWT, type JWTPayload } from 'jose';
import { startProvider } from '../../demo/provider/start-provider.ts';
import { createTestMerchant, sendRegistration } from '../fixtures/provider/merchant.ts';
import { choose, expect, payAddress, test } from '../fixtures/provider/provider-test.ts';

const lantern = createTestMerchant('Lantern Row');
const harbour = createTestMerchant('Harbour Films');
test.use({ merchants: async ({}, use) => use([lantern, harbour]) });

const statusOfPage = async (provider: string, changed = {}): Promise<number> =>
  (await fetch(payAddress(provider, 'https://shop.example/return', changed))).status;

test('a registration that its merchant has not signed for this provider is refused', async ({
  provider,
}) => {
  const { url } = provider;
  const own = await lantern.sign(url);
  const [head, claims, signature] = own.split('.') as [string, string, string];
  const cheaper = Buffer.from(claims, 'base64url').toString().replace('499', '1');
  const refused = {
    'no token': 'order',
    'an empty body': '',
    'the key of another merchant': await harbour.sign(url, { iss: 'Lantern Row' }),
    'a key of nobody': await createTestMerchant('Lantern Row').sign(url),
    'a merchant without a key': await lantern.sign(url, { iss: 'Another Shop' }),
    'no merchant': await lantern.sign(url, { iss: undefined as never }),
    'another provider': await lantern.sign(url, { aud: 'http://127.0.0.1:1' }),
    'another kind of token': await lantern.sign(url, {}, { typ: 'JWT' }),
    'a changed amount': `${head}.${Buffer.from(cheaper).toString('base64url')}.${signature}`,
    'no signature': `${head}.${claims}.`,
    'no algorithm': new UnsecuredJWT({ iss: 'Lantern Row', aud: url, sub: '1' }).encode(),
    'a token that is over': await lantern.sign(url, { exp: 1_790_000_001 }),
  };
  for (const [what, body] of Object.entries(refused)) {
    const answer = await sendRegistration(url, body);
    expect([answer.status, (await answer.json()).error], what).toEqual([
      401,
      'The body must be a registration: a JWS for this provider, signed with the key of its merchant.',
    ]);
  }
  expect(await statusOfPage(url)).toBe(404);
});

test('a claim that cannot be read is named', async ({ provider }) => {
  const cases: readonly JWTPayload[] = [
    { sub: '' },
    { sub: 'a b' },
    { amount: -1 },
    { amount: 4.99 },
    { otherAmount: 'x' },
    { currency: 'eur' },
    { title: 'x'.repeat(201) },
  ];
  for (const changed of cases) {
    const answer = await lantern.register(provider.url, changed);
    const name = Object.keys(changed)[0]!.replace('sub', 'transaction').replace('otherA', 'a');
    expect([answer.status, (await answer.json()).error], name).toEqual([
      400,
      expect.stringContaining(`${name} must be`),
    ]);
  }
  const large = await sendRegistration(provider.url, 'x'.repeat(1_000_001));
  expect(large.status).toBe(413);
});

test('the same order again has the same answer, and another one of its transaction is refused', async ({
  provider,
}) => {
  const first = await (await lantern.register(provider.url)).text();
  const jws = await lantern.sign(provider.url);
  for (const body of [jws, jws, await lantern.sign(provider.url, { iat: 1_790_000_300 })]) {
    const again = await sendRegistration(provider.url, body);
    expect([again.status, await again.text()]).toEqual([200, first]);
  }
  for (const changed of [
    { amount: 1 },
    { currency: 'JPY' },
    { title: 'Another film' },
    { otherAmount: 1 },
  ]) {
    const answer = await lantern.register(provider.url, changed);
    expect([answer.status, (await answer.json()).error]).toEqual([
      409,
      `The order is registered already, with another ${Object.keys(changed)[0]}.`,
    ]);
  }
  expect(await statusOfPage(provider.url)).toBe(200);
  expect(await statusOfPage(provider.url, { amount: '1' })).toBe(409);
});

test('a page of another origin cannot read an answer', async ({ provider }) => {
  const answer = await lantern.register(provider.url);
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(null);
});

test('orders survive a restart, also after a kill in the middle of a line, and are charged once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'provider-'));
  const start = (merchants = [lantern]) => startProvider({ dataDir, merchants });
  const approve = (url: string): Promise<URL> =>
    choose(payAddress(url, 'https://shop.example/return'), 'approve');
  try {
    const first = await start();
    await lantern.register(first.url);
    const reference = (await approve(first.url)).searchParams.get('reference');
    await first.close();
    const file = join(dataDir, 'orders.jsonl');
    await writeFile(file, `${await readFile(file, 'utf8')}{"merchant":"Lantern Row","trans`);

    const second = await start();
    expect((await approve(second.url)).searchParams.get('reference')).toBe(reference);
    expect((await lantern.register(second.url, { amount: 1 })).status).toBe(409);
    expect((await lantern.register(second.url, { sub: '2' })).status).toBe(200);
    await second.close();

    // Without its key the merchant registers nothing, and nobody invents an order of it.
    const third = await start([]);
    expect(await statusOfPage(third.url, { transaction: '2' })).toBe(200);
    expect(await statusOfPage(third.url, { transaction: '3' })).toBe(404);
    expect((await lantern.register(third.url, { sub: '3' })).status).toBe(401);
    expect(third.payments).toHaveLength(1);
    await third.close();
  } finally {
    await rm(dataDir, { recursive: true });
  }
});

test('an order that was paid before its merchant had a key leads back with its payment', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'provider-'));
  const take = async (url: string, transaction: string, choice: string): Promise<string | null> => {
    const merchant = 'Lantern Row';
    const address = payAddress(url, 'https://shop.example/return', { merchant, transaction });
    return (await choose(address, choice)).searchParams.get('reference');
  };
  try {
    const first = await startProvider({ dataDir });
    const paid = await take(first.url, '1', 'approve');
    await take(first.url, '2', 'decline');
    await first.close();

    const second = await startProvider({ dataDir, merchants: [lantern] });
    expect(await take(second.url, '1', 'back')).toBe(paid);
    expect(await take(second.url, '1', 'approve')).toBe(paid);
    const merchant = 'Lantern Row';
    expect(await statusOfPage(second.url, { merchant, transaction: '1', amount: '1' })).toBe(404);
    expect(await statusOfPage(second.url, { merchant, transaction: '2' })).toBe(404);
    expect(await statusOfPage(second.url, { merchant, transaction: '3' })).toBe(404);
    expect(second.payments).toHaveLength(1);
    await second.close();
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
