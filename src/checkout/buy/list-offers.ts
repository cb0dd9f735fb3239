import { readPriceModel } from '../../dialect/price-model-reader.ts';
import { withIds, type Offer } from '../../item/offer.ts';
import type { CheckoutContext } from '../context.ts';

/** The offers of the price model that init returned. */
export async function listOffers({ session, dialect }: CheckoutContext): Promise<readonly Offer[]> {
  await session.ready();
  const model = session.$session.get().data.pricemodel;
  return model === undefined ? [] : withIds((dialect.readPriceModel ?? readPriceModel)(model));
}
