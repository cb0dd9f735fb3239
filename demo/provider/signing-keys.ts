import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  exportJWK,
  generateKeyPair,
  importJWK,
  SignJWT,
  type JSONWebKeySet,
  type JWK,
  type JWTPayload,
} from 'jose';

/** What signs: the provider itself, and each store of its app store. */
export const keyIds = ['payments', 'store-io', 'store-go', 'store-am'] as const;
export type KeyId = (typeof keyIds)[number];

/** Only JSON goes into a token. */
export type Claims = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SigningKeys {
  /** The public parts, as `/jwks.json` gives them. */
  readonly jwks: JSONWebKeySet;
  /**
   * Signs claims as a compact JWS.
   * @param forged signs with a key that nobody publishes, under the name of the one that is
   */
  sign(keyId: KeyId, claims: Claims, issuedAt: Date, forged?: boolean): Promise<string>;
}

const algorithm = 'EdDSA';
type KeyPairs = Readonly<Record<KeyId, JWK>>;

/**
 * Opens the keys of a folder, where they are made once, or without one makes keys that end with the
 * process.
 */
export async function openSigningKeys(dataDir: string | undefined): Promise<SigningKeys> {
  const [pairs, forger] = await Promise.all([dataDir ? keepKeys(dataDir) : makeKeys(), makeKey()]);
  const jwks = {
    keys: keyIds.map((kid) => ({ ...publicPart(pairs[kid]), kid, alg: algorithm, use: 'sig' })),
  };
  return {
    jwks,
    async sign(kid, claims, issuedAt, forged = false) {
      const key = await importJWK(forged ? forger : pairs[kid], algorithm);
      // The library leaves out what is undefined, and takes whole seconds only.
      const token = new SignJWT(claims as JWTPayload)
        .setProtectedHeader({ alg: algorithm, kid })
        .setIssuedAt(Math.floor(issuedAt.getTime() / 1000));
      return token.sign(key);
    },
  };
}

async function keepKeys(dataDir: string): Promise<KeyPairs> {
  const file = join(dataDir, 'keys.json');
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return JSON.parse(kept) as KeyPairs; // written below
  const made = await makeKeys();
  await mkdir(dataDir, { recursive: true });
  // Under its name only when it is whole: half a file of keys would end every later start.
  await writeFile(`${file}.new`, JSON.stringify(made), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return made;
}

async function makeKeys(): Promise<KeyPairs> {
  const made = await Promise.all(keyIds.map(async (kid) => [kid, await makeKey()] as const));
  return Object.fromEntries(made) as Record<KeyId, JWK>; // of every keyId one
}

async function makeKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(algorithm, { crv: 'Ed25519', extractable: true });
  return exportJWK(privateKey);
}

function publicPart({ d: _secret, ...rest }: JWK): JWK {
  return rest;
}
