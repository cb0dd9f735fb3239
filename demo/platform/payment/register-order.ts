import { importJWK, SignJWT } from 'jose';
import type { MerchantAccount } from './merchant-account.ts';

/** What the provider is told of a transaction before its viewer pays. */
export interface NewOrder {
  readonly transaction: string;
  readonly title: string;
  readonly amountMinor: number;
  /** What the viewer may pay in place of it. */
  readonly otherAmountMinor?: number | undefined;
  readonly currency: string;
}

/**
 * Registers an order at the provider. The same order may be registered any number of times.
 * @throws when the provider does not answer in time, or does not take the order
 */
export async function registerOrder(
  provider: string,
  account: MerchantAccount,
  order: NewOrder,
  { now, withinMs }: { readonly now: Date; readonly withinMs: number },
): Promise<void> {
  const response = await fetch(new URL('/orders', provider), {
    method: 'POST',
    headers: { 'Content-Type': 'application/jose' },
    body: await signOrder(order, account, new URL(provider).origin, now),
    signal: AbortSignal.timeout(withinMs),
    redirect: 'error',
  });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`The payment provider refused an order with ${response.status}: ${text}`);
  }
}

async function signOrder(
  { transaction, title, amountMinor, otherAmountMinor, currency }: NewOrder,
  { merchant, privateKey }: MerchantAccount,
  provider: string,
  now: Date,
): Promise<string> {
  return new SignJWT({
    amount: amountMinor,
    ...(otherAmountMinor === undefined ? {} : { otherAmount: otherAmountMinor }),
    currency,
    title,
  })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'order+jwt' })
    .setIssuer(merchant)
    .setAudience(provider)
    .setSubject(transaction)
    .setIssuedAt(Math.floor(now.getTime() / 1000))
    .sign(await importJWK(privateKey, 'EdDSA'));
}
