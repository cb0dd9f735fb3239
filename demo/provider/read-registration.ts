import { decodeJwt, importJWK, jwtVerify, type JWK, type JWTPayload } from 'jose';
import { OrderError } from './order-error.ts';
import { readAmount, readCurrency, readText, readTransaction } from './order.ts';
import type { RegisteredOrder } from './registered-orders.ts';

/** A merchant that registers its orders. */
export interface Merchant {
  /** Who is paid: the `iss` of a registration, and the `aud` of the tokens. */
  readonly name: string;
  /** Verifies its registrations: an Ed25519 key. */
  readonly publicKey: JWK;
}

/** The type in the header of a registration: a token of another kind registers nothing. */
const registrationType = 'order+jwt';

/**
 * Reads a registration: a compact JWS of the merchant.
 * @param audience the provider's own origin: one for another provider registers nothing here
 * @throws {OrderError} 401 when no merchant has signed it, 400 naming the claim that cannot be read
 */
export async function readRegistration(
  jws: string,
  merchants: readonly Merchant[],
  audience: string,
  now: Date,
): Promise<RegisteredOrder> {
  const { iss, sub, amount, otherAmount, currency, title } = await verify(
    jws,
    merchants,
    audience,
    now,
  );
  const transaction = readTransaction(sub);
  return {
    merchant: iss!, // the name of a merchant, as `verify` has found it
    transaction,
    title: readText('title', title) || `Order ${transaction}`,
    amount: readAmount(amount),
    ...(otherAmount === undefined ? {} : { otherAmount: readAmount(otherAmount) }),
    currency: readCurrency(currency),
    isRegistered: true,
  };
}

async function verify(
  jws: string,
  merchants: readonly Merchant[],
  audience: string,
  now: Date,
): Promise<JWTPayload> {
  try {
    const { iss } = decodeJwt(jws);
    const merchant = merchants.find(({ name }) => name === iss);
    if (!merchant) throw new TypeError('another merchant');
    const { payload } = await jwtVerify(jws, await importJWK(merchant.publicKey, 'EdDSA'), {
      algorithms: ['EdDSA'],
      typ: registrationType,
      audience,
      currentDate: now,
    });
    return payload;
  } catch {
    throw new OrderError(
      'The body must be a registration: a JWS for this provider, signed with the key of its merchant.',
      401,
    );
  }
}
