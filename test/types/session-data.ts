// Checked by the compiler, never run: what the flags of init bring, and prices.
import {
  formatPrice,
  type Offer,
  type PurchaseState,
  type SessionState,
  type Usher,
} from '../../src/index.ts';

declare const usher: Usher;
declare const offer: Offer;
declare const purchase: PurchaseState;

formatPrice(offer);
formatPrice(purchase, ['de', 'en']);
usher.$purchases.get().map((each) => formatPrice(each));
// @ts-expect-error: a price has a currency
formatPrice({ amount: 499 });

const { data }: SessionState = usher.$session.get();
const price: number | undefined = data.pricemodel?.ppv?.price;
const durations = data.pricemodel?.subscriptions?.map(({ duration }) => duration);
const [channel] = data.channels ?? [];
const title: unknown = channel?.['title'];
const unheardOf: unknown = data['unheardOf'];
// @ts-expect-error: any member may be absent
data.pricemodel.currency;
// @ts-expect-error: an unknown member has no type
data['unheardOf'].title;
export const read: readonly unknown[] = [price, durations, title, unheardOf];
