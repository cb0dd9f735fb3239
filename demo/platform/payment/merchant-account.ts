import { exportJWK, generateKeyPair, type JWK } from 'jose';

/** How a platform registers its orders at its payment provider. */
export interface MerchantAccount {
  /** Who is paid, as the provider names the platform in `aud`. */
  readonly merchant: string;
  /** Signs the orders: an Ed25519 key, which only the platform has. */
  readonly privateKey: JWK;
}

/** The two halves of an account. */
export interface NewMerchantAccount {
  readonly forPlatform: MerchantAccount;
  readonly forProvider: { readonly name: string; readonly publicKey: JWK };
}

/**
 * Makes an account with a key of its own. Who starts a platform and its provider together makes one
 * at each start: the provider keeps the orders, and needs no earlier key to read them.
 */
export async function makeMerchantAccount(merchant: string): Promise<NewMerchantAccount> {
  const keys = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const [privateKey, publicKey] = [
    await exportJWK(keys.privateKey),
    await exportJWK(keys.publicKey),
  ];
  return {
    forPlatform: { merchant, privateKey },
    forProvider: { name: merchant, publicKey },
  };
}
