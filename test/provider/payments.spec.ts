import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProvider } from '../../demo/provider/start-provider.ts';
import { choose, expect, order, payAddress, test } from '../fixtures/provider/provider-test.ts';

const back = 'https://shop.example/return';
const told = async (
  provider: string,
  choice: string,
  changed: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> =>
  Object.fromEntries((await choose(payAddress(provider, back, changed), choice)).searchParams);
const presentToken = async (provider: string, reference: string): Promise<string> =>
  (await (await fetch(`${provider}/payments/${reference}`)).json()).token;

test('a slow payment is confirmed after three minutes by the clock', async ({ provider }) => {
  const { reference, token, outcome } = await told(provider.url, 'slow');
  expect(outcome).toBe('pending');
  expect(await presentToken(provider.url, reference!)).toBe(token);
  provider.advance(2.99);
  expect(await provider.verify(await presentToken(provider.url, reference!))).toMatchObject({
    outcome: 'pending',
  });
  expect(provider.payments).toEqual([]);
  provider.advance(0.01);
  const confirmed = await provider.verify(await presentToken(provider.url, reference!));
  expect(confirmed).toMatchObject({
    outcome: 'approved',
    sub: order.transaction,
    reference,
    iat: Date.parse('2026-11-21T12:03:00Z') / 1000,
  });
  expect(await told(provider.url, 'back')).toMatchObject({ outcome: 'approved', reference });
  expect(provider.payments.map((payment) => payment.reference)).toEqual([reference]);
});

test('a token keeps its bytes until the outcome changes', async ({ provider }) => {
  const first = await told(provider.url, 'approve');
  provider.advance(60);
  expect(await told(provider.url, 'approve')).toEqual(first);
  expect(await presentToken(provider.url, first['reference']!)).toBe(first['token']);
});

test('many clicks at once charge once, and what was approved stays', async ({ provider }) => {
  const clicks = await Promise.all(Array.from({ length: 10 }, () => told(provider.url, 'approve')));
  expect(new Set(clicks.map(({ reference }) => reference)).size).toBe(1);
  for (const later of ['decline', 'cancel', 'slow', 'never', 'forge']) {
    expect(await told(provider.url, later), later).toEqual(clicks[0]);
  }
  expect(provider.payments).toHaveLength(1);
});

test('a declined order can be paid later, by a payment of its own, and is then charged once', async ({
  provider,
}) => {
  const declined = await told(provider.url, 'decline');
  expect(await told(provider.url, 'decline')).toEqual(declined);
  expect(await told(provider.url, 'back')).toEqual(declined);
  const approved = await told(provider.url, 'approve');
  expect(approved['outcome']).toBe('approved');
  expect(approved['reference']).not.toBe(declined['reference']);
  for (const later of ['decline', 'approve', 'cancel', 'back']) {
    expect(await told(provider.url, later), later).toEqual(approved);
  }
  expect(await presentToken(provider.url, declined['reference']!)).toBe(declined['token']);
  expect(provider.payments).toHaveLength(1);
});

test('a payment of another amount or currency does not stand in the way of the right one', async ({
  provider,
}) => {
  await told(provider.url, 'approve', { amount: '1' });
  await told(provider.url, 'never', { currency: 'IDR' });
  const { token } = await told(provider.url, 'approve');
  expect(await provider.verify(token)).toMatchObject({ outcome: 'approved', amount: 499 });
});

test('the same transaction of two shops makes two payments', async ({ provider }) => {
  const [one, other] = [
    await told(provider.url, 'approve'),
    await told(provider.url, 'approve', { merchant: 'Another Shop' }),
  ];
  expect(one['reference']).not.toBe(other['reference']);
  expect((await provider.verify(one['token'])).aud).toBe('Lantern Row');
  expect((await provider.verify(other['token'])).aud).toBe('Another Shop');
  expect(provider.payments.map(({ merchant }) => merchant)).toEqual([
    'Lantern Row',
    'Another Shop',
  ]);
});

test('an unknown reference is not found', async ({ provider }) => {
  const response = await fetch(`${provider.url}/payments/hp_0`);
  expect([response.status, await response.json()]).toEqual([
    404,
    { error: 'There is no payment of this reference.' },
  ]);
});

test('the published keys contain only public parts', async ({ provider }) => {
  const { keys } = await (await fetch(`${provider.url}/jwks.json`)).json();
  expect(keys).toEqual(provider.jwks.keys);
  expect(
    keys.map(({ kid, kty, crv, alg, d }: Record<string, string>) => [kid, kty, crv, alg, d]),
  ).toEqual(
    ['payments', 'store-io', 'store-go', 'store-am'].map((kid) => [
      kid,
      'OKP',
      'Ed25519',
      'EdDSA',
      undefined,
    ]),
  );
});

test('tokens for tests are equal to those of the page', async ({ provider }) => {
  const claims = {
    transaction: '123456789012345678901',
    outcome: 'approved',
    amount: 1,
    currency: 'JPY',
    reference: 'hp_given',
  } as const;
  expect(await provider.verify(await provider.sign(claims))).toMatchObject({
    sub: claims.transaction,
    outcome: 'approved',
    amount: 1,
    currency: 'JPY',
    reference: 'hp_given',
  });
  await expect(provider.verify(await provider.sign({ ...claims, forged: true }))).rejects.toThrow(
    'signature verification failed',
  );
});

test('keys and payments survive a restart, also after a kill in the middle of a line', async () => {
  const dataDir = join(await mkdtemp(join(tmpdir(), 'provider-')), 'kept');
  try {
    const first = await startProvider({ dataDir });
    const { reference } = await told(first.url, 'approve');
    await first.close();
    expect((await stat(join(dataDir, 'keys.json'))).mode & 0o077).toBe(0);
    const ledger = join(dataDir, 'payments.jsonl');
    await writeFile(ledger, `${await readFile(ledger, 'utf8')}{"reference":"hp_half`);
    const second = await startProvider({ dataDir });
    expect(second.jwks).toEqual(first.jwks);
    expect((await told(second.url, 'approve'))['reference']).toBe(reference);
    await told(second.url, 'approve', { transaction: '2' });
    await second.close();
    const third = await startProvider({ dataDir });
    expect(third.payments.map(({ transaction }) => transaction)).toEqual([order.transaction, '2']);
    await third.close();
  } finally {
    await rm(join(dataDir, '..'), { recursive: true });
  }
});

test('a script of the shop that the address names may pay and read the outcome, no other', async ({
  provider,
}) => {
  const query = new URLSearchParams({ ...order, shop: 'https://shop.example/door' });
  const answer = await fetch(`${provider.url}/frame?${query}`, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'approve' }),
  });
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('https://shop.example');
  expect(await answer.json()).toMatchObject({ outcome: 'approved' });
});
