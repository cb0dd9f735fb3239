/** Where money and grants do not agree. */
export interface Problem {
  readonly kind: 'granted without payment' | 'paid without grant';
  readonly domain: string;
  readonly transaction: string | null;
  readonly text: string;
}

export const granted = (domain: string, transaction: string | null, text: string): Problem => ({
  kind: 'granted without payment',
  domain,
  transaction,
  text,
});
export const paid = (domain: string, transaction: string | null, text: string): Problem => ({
  kind: 'paid without grant',
  domain,
  transaction,
  text,
});

/** As `4.99 EUR`. */
export const money = (minor: number, currency: string): string =>
  `${(minor / 100).toFixed(2)} ${currency}`;
