import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { CryptoKey, JSONWebKeySet, JWTPayload } from 'jose';

/** A payment provider for tests: its keys, and the one address at which a platform asks it. */
export interface TestProvider {
  readonly url: string;
  readonly jwks: JSONWebKeySet;
  /**
   * A token about a payment: approved, 499 EUR cents, `PAY-1`, unless said otherwise. `key` is
   * another key than the one it should be.
   */
  sign(claims: JWTPayload, key?: string): Promise<string>;
  /** A receipt of an app store, as its call takes it. */
  receipt(store: string, claims: JWTPayload, key?: string): Promise<string>;
  /**
   * What it answers when asked about a payment, by reference: a token, or any other text; `silence`
   * leaves the platform waiting.
   */
  readonly answers: Map<string, string>;
  /** The paths that it was asked at. */
  readonly asked: string[];
  close(): Promise<void>;
}

const keyIds = ['payments', 'store-io', 'store-go', 'store-am'];

export async function startTestProvider(): Promise<TestProvider> {
  const keys = new Map<string, CryptoKey>();
  const jwks: JSONWebKeySet = { keys: [] };
  for (const kid of [...keyIds, 'stranger']) {
    const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
    keys.set(kid, privateKey);
    if (kid !== 'stranger') {
      jwks.keys.push({ ...(await exportJWK(publicKey)), kid, alg: 'EdDSA', use: 'sig' });
    }
  }
  const answers = new Map<string, string>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    const answer = answers.get(decodeURIComponent(request.url!.replace('/payments/', '')));
    if (answer === 'silence') return;
    response.writeHead(answer === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
    response.end(answer?.startsWith('ey') ? JSON.stringify({ token: answer }) : (answer ?? '{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sign = (claims: JWTPayload, key: string, keyId = key): Promise<string> =>
    new SignJWT({ iat: 1_790_000_000, ...claims })
      .setProtectedHeader({ alg: 'EdDSA', kid: keyId })
      .sign(keys.get(key)!);
  return {
    url,
    jwks,
    answers,
    asked,
    sign: (claims, key = 'payments') =>
      sign(
        {
          iss: url,
          outcome: 'approved',
          amount: 499,
          currency: 'EUR',
          reference: 'PAY-1',
          ...claims,
        },
        key,
        'payments',
      ),
    receipt: async (store, claims, key = `store-${store}`) =>
      JSON.stringify({
        payload: await sign(
          {
            store,
            operation: 'subscription',
            amount: 799,
            currency: 'EUR',
            isPremium: false,
            purchaseId: 'GPA.1',
            ...claims,
          },
          key,
          `store-${store}`,
        ),
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
