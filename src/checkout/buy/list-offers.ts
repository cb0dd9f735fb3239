import { readPriceModel } from '../../dialect/price-model-reader.ts';
import { withIds, type Offer } from '../../item/offer.ts';
import { dialectError } from '../../transport/dialect-error.ts';
import type { CheckoutContext } from '../context.ts';

/**
 * The offers of the price model that init returned.
 * @throws {UsherError} `malformed`, when the function of the dialect throws.
 */
export async function listOffers({ session, dialect }: CheckoutContext): Promise<readonly Offer[]> {
  await session.ready();
  const model = session.$session.get().data.pricemodel;
  if (model === undefined) return [];
  try {
    return withIds((dialect.readPriceModel ?? readPriceModel)(model));
  } catch (error) {
    throw dialectError('session/init', error);
  }
}
