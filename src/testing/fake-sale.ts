import type { PurchasableItem } from '../api/purchasable-item.ts';
import type { BuyOptions, BuyValues } from '../checkout/buy/buy-values.ts';
import type { Checkout } from '../checkout/checkout-actions.ts';
import { keyOf } from './fake-options.ts';
import type { FakePlatform } from './fake-platform.ts';
import type { FakeProviders } from './fake-providers.ts';
import type { FakeRuntime } from './fake-runtime.ts';
import type { FakeUsher } from './fake-usher.ts';

/** Creates the members that sell. A purchase may name any provider: none has to be configured. */
export function createFakeSale(
  { usher }: FakeRuntime,
  platform: FakePlatform,
  providers: FakeProviders,
): Pick<FakeUsher, 'item' | 'checkout'> {
  const items = new Map<PurchasableItem, PurchasableItem>();
  let checkout: Checkout | undefined;
  return {
    item(reference) {
      const item = usher.item(reference);
      const { globalId } = reference;
      if (globalId !== undefined) {
        platform.keysByGlobalId.set(String(globalId), keyOf('usher.item', reference));
      }
      const known = items.get(item);
      if (known) return known;
      const sold = { ...item, buy: withProvider(item.buy, providers) };
      items.set(item, sold);
      return sold;
    },
    async checkout() {
      const own = await usher.checkout();
      checkout ??= { ...own, buy: withProvider(own.buy, providers) };
      return checkout;
    },
  };
}

/** Adds the provider that a purchase names, before it is bought. */
function withProvider<Buy extends (...given: never[]) => unknown>(
  buy: Buy,
  providers: FakeProviders,
): Buy {
  const buyWith = (offer: BuyValues, options?: BuyOptions): unknown => {
    providers.add(({ ...offer, ...options } as BuyValues).provider);
    return (buy as unknown as typeof buyWith)(offer, options);
  };
  return buyWith as unknown as Buy; // `buy` has two forms, with the same arguments
}
