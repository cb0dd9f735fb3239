import type { OfferTerms } from '../../dialect/item-state-reader.ts';
import { loadTexts } from './load-texts.ts';
import { offerDetails, offerTitle } from './texts.ts';

/** An offer in words. */
export interface OfferDescription {
  /** What it sells, and for how much, for example `Rent for €4.99`. */
  readonly title: string;
  /** What else it brings, for example `48 hours`. Empty if there is nothing to add. */
  readonly details: string;
}

/**
 * Describes an offer in the words that the elements use, with the texts that the page has given for
 * that language. It needs a document, so it does not work on a server.
 * @param language A language tag. Default: the `lang` of the document. English for a tag that is
 *   not valid, and for texts that the language does not have.
 * @example const { title, details } = await describeOffer(offer, 'en');
 *   button.textContent = `${title} (${details})`; // Rent for €4.99 (48 hours)
 */
export async function describeOffer(
  offer: OfferTerms,
  language?: string,
): Promise<OfferDescription> {
  const texts = await loadTexts(language);
  return { title: offerTitle(texts, offer), details: offerDetails(texts, offer) };
}
