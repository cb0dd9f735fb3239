import { definePanels } from './define-panels.ts';
import type { ElementUsher } from './element-usher.ts';
import { pageDefaults } from './page-defaults.ts';
import type { GivenWords } from './texts/word-keys.ts';
import { defineViewer } from './viewer/define-viewer.ts';

/** What the elements of a page share. */
export interface ElementOptions {
  /** The runtime of elements without a property `usher` or an attribute `domain`. */
  readonly usher?: ElementUsher | undefined;
  /** Texts by language: they replace those of Usher, or add a language. */
  readonly words?: Readonly<Record<string, GivenWords>> | undefined;
}

/**
 * Defines the elements of Usher: `usher-gate`, `usher-offers`, `usher-login`, `usher-account` and
 * `usher-purchases`. A second call, also of another copy of the code, only sets the options that it
 * names. On a server it does nothing.
 * @example defineElements({ usher, words: { fr: { login: 'Se connecter' } } });
 */
export function defineElements({ usher, words }: ElementOptions = {}): void {
  const defaults = pageDefaults();
  if (words) {
    Object.assign(defaults.words, words);
    defaults.wordsVersion++;
  }
  if (usher) defaults.usher = usher;
  for (const readDefaults of Array.from(defaults.waiting)) readDefaults();
  definePanels();
  defineViewer();
}

export type {
  UsherAccountElement,
  UsherElementBase,
  UsherGateElement,
  UsherLoginElement,
  UsherOffersElement,
  UsherPurchasesElement,
} from './element-types.ts';
export type { ElementCheckout, ElementItem, ElementUsher } from './element-usher.ts';
export type { OfferOptions, RedeemedItem } from './sale.ts';
export { describeAccess, type AccessDescription } from './texts/describe-access.ts';
export { describeError, type ErrorContext } from './texts/describe-error.ts';
export { describeOffer, type OfferDescription } from './texts/describe-offer.ts';
export type { GivenWords, WordKey } from './texts/word-keys.ts';
