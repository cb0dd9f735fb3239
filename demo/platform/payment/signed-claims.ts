import {
  createLocalJWKSet,
  decodeProtectedHeader,
  jwtVerify,
  type JSONWebKeySet,
  type JWTPayload,
} from 'jose';
import { Refusal } from '../wire/refusal.ts';

export interface Signature {
  /** The ID of the one key that may have signed: a store's key signs no payments. */
  readonly keyId: string;
  readonly issuer?: string;
  readonly now: Date;
}

/**
 * The claims of a compact JWS, when the right key signed it.
 * @throws {Refusal} 402 when it is malformed, or the signature, the key or the issuer is not the
 *   right one.
 */
export async function readSignedClaims(
  keys: JSONWebKeySet,
  jws: string,
  { keyId, issuer, now }: Signature,
): Promise<JWTPayload> {
  try {
    if (decodeProtectedHeader(jws).kid !== keyId) throw new TypeError('another key');
    const { payload } = await jwtVerify(jws, createLocalJWKSet(keys), {
      algorithms: ['EdDSA'],
      currentDate: now,
      requiredClaims: ['iat'],
      ...(issuer && { issuer }),
    });
    return payload;
  } catch {
    throw new Refusal(
      402,
      `the token does not verify: it is not signed by the key "${keyId}" of this platform's payment provider`,
    );
  }
}
