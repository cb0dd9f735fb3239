import { booleanOf, readPrice, type OfferTerms } from './item-state-reader.ts';
import { numberOf, recordOf, textOf } from './readers.ts';

/**
 * Reads the price model of init (`addPriceModel`) as offers: `ppv`, `ownage`, each subscription,
 * and `upgrade`. An entry without a readable price is left out.
 */
export function readPriceModel(model: unknown): readonly OfferTerms[] {
  const given = recordOf(model);
  const currency = textOf(given?.['currency']);
  if (!given || !currency) return [];

  const offerOf = (operation: string, entry: unknown): OfferTerms[] => {
    const fields = recordOf(entry);
    const price = readPrice(fields?.['price'], textOf(fields?.['currency']) ?? currency);
    if (!fields || !price) return [];
    return [
      {
        operation,
        ...price,
        hours: numberOf(fields['hours']),
        duration: numberOf(fields['duration']),
        isPremium: booleanOf(fields['isPremium']),
        paidMonthly: booleanOf(fields['paidMonthly']),
      },
    ];
  };
  const subscriptions: unknown = given['subscriptions'];
  return [
    ...offerOf('ppv', given['ppv']),
    ...offerOf('ownage', given['ownage']),
    ...(Array.isArray(subscriptions)
      ? subscriptions.flatMap((entry) => offerOf('subscription', entry))
      : []),
    ...offerOf('upgrade', given['upgrade']),
  ];
}
