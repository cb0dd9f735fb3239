import type { Payment, ProviderOutcome } from 'usher-runtime';
import { addressAtProvider } from '../checkout/payment-providers.ts';

/** Pays as a viewer does who presses “Approve” at the provider. The money is play money. */
export async function payAtProvider(payment: Payment): Promise<ProviderOutcome> {
  const response = await fetch(addressAtProvider('frame', payment, { shop: location.origin }), {
    method: 'POST',
    body: new URLSearchParams({ choice: 'approve' }),
  });
  if (!response.ok) throw new Error(`the provider answers with ${response.status}`);
  // What the provider documents of it.
  return (await response.json()) as ProviderOutcome;
}
