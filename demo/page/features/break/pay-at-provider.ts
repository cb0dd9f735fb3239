import type { Payment, ProviderOutcome } from 'usher-runtime';

const provider =
  document.querySelector<HTMLMetaElement>('meta[name="usher-provider"]')?.content ?? '';
const merchant = 'Lantern Row';

/** Pays as a viewer does who presses “Approve” at the provider. The money is play money. */
export async function payAtProvider(payment: Payment, title: string): Promise<ProviderOutcome> {
  const { transactionId, amount, currency } = payment;
  const order = new URLSearchParams({
    transaction: transactionId,
    amount: String(amount),
    currency,
    title,
    merchant,
    shop: location.origin,
  });
  const response = await fetch(`${provider}/frame?${order}`, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'approve' }),
  });
  if (!response.ok) throw new Error(`the provider answers with ${response.status}`);
  // What the provider documents of it.
  return (await response.json()) as ProviderOutcome;
}
