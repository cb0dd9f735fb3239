import type { ProviderOutcome } from '../checkout/providers/provider.ts';
import type { Purchase } from '../checkout/purchase/handle.ts';
import { isAtRest, type PurchaseState } from '../checkout/purchase/purchase-state.ts';
import { InputError } from '../errors/input-error.ts';
import type { FakePlatform } from './fake-platform.ts';
import type { FakeProviders } from './fake-providers.ts';
import type { FakeRuntime } from './fake-runtime.ts';
import type { FakeOutcome, FakeUsher } from './fake-usher.ts';

/** What the provider returns for each outcome. */
const outcomes: Readonly<Record<FakeOutcome, ProviderOutcome>> = {
  granted: { outcome: 'approved', token: 'fake-token' },
  pending: { outcome: 'pending', token: 'fake-token' },
  failed: { outcome: 'declined', verified: true },
  refunded: { outcome: 'approved', token: 'fake-token' },
  abandoned: { outcome: 'cancelled' },
};

const endpoint = 'usher.finishPurchase';

/** Creates the function that lets the provider of a purchase return. */
export function createFinishPurchase(
  platform: FakePlatform,
  providers: FakeProviders,
  { usher: { $purchases }, loadCheckout, retryPurchases }: FakeRuntime,
): FakeUsher['finishPurchase'] {
  return async (given, outcome = 'granted') => {
    if (!Object.keys(outcomes).includes(outcome)) {
      throw new InputError(endpoint, 'outcome', outcome, Object.keys(outcomes).join(', '));
    }
    const open = $purchases.get().filter(({ status }) => !isAtRest(status));
    const id = given?.id ?? open[open.length - 1]?.id;
    const checkout = await loadCheckout();
    const purchase = id === undefined ? undefined : await checkout.purchase(id);
    if (!purchase) throw new InputError(endpoint, 'purchase', id, 'an open purchase');
    const { status, transactionId, error: before } = await until(purchase, isPrepared);
    const isReturning = status === 'awaiting-provider';
    if (!isReturning && (status !== 'pending' || outcome === 'abandoned')) {
      const allowed = 'an open purchase that can have this outcome';
      throw new InputError(endpoint, 'purchase', status, allowed);
    }
    if (outcome !== 'abandoned') platform.transactions.decide(transactionId!, outcome);
    if (isReturning) (await providers.opened(transactionId!))(outcomes[outcome]);
    else await retryPurchases();
    return until(
      purchase,
      (state) => state.status === outcome || cannotGoOn(state, before, platform.isOnline),
    );
  };
}

const isPrepared = ({ status, error }: PurchaseState): boolean =>
  status !== 'preparing' || error !== undefined;

/**
 * Settled in another way, or without an answer of the platform. `before`: the error that the
 * purchase had already. An equal error is not shown again, so offline that one counts.
 */
function cannotGoOn(
  { status, error }: PurchaseState,
  before: PurchaseState['error'],
  isOnline: boolean,
): boolean {
  if (isAtRest(status)) return true;
  if (!error) return false;
  return status === 'finishing' || (status === 'pending' && (error !== before || !isOnline));
}

function until(
  { $state }: Purchase,
  isReached: (state: PurchaseState) => boolean,
): Promise<PurchaseState> {
  return new Promise((resolve) => {
    const stop = $state.subscribe((state) => {
      if (!isReached(state)) return;
      resolve(state);
      // The first call comes before there is a way to stop.
      void Promise.resolve().then(() => stop());
    });
  });
}
