import type { PurchaseState } from '../../checkout/purchase/purchase-state.ts';
import type { PurchaseRefusal } from '../../checkout/purchase/refusal.ts';
import type { ErrorCode } from '../../errors/usher-error.ts';
import type { AccessReason } from '../../item/item-state.ts';
import type { SessionStatus } from '../../session/state/machine.ts';

/** The literal members of a union that also takes any text. */
type Literals<Text extends string> = Text extends string
  ? string extends Text
    ? never
    : Text
  : never;

/** The reasons of access with their own words. */
export type KnownReason = Literals<AccessReason>;

type GrantedReason = 'free' | 'paid' | 'subscription' | 'voucher' | 'external';

/** Reasons why a viewer may not watch, or why that is not known. */
export type RefusedReason = Exclude<KnownReason, GrantedReason>;

/** The platform has not sold an offer. `owned`: the viewer has it. `refunded`: it was paid. */
export type RefusedSale = Extract<PurchaseRefusal, 'owned' | 'refused' | 'refunded'>;

/** What is said of a purchase. `unread`: the provider has answered, and that is not read yet. */
type PurchaseWord = PurchaseState['status'] | RefusedSale | 'unread';

/** The operations of offers with their own words. `other`: any other operation. */
type OfferKind = 'ppv' | 'ownage' | 'subscription' | 'deposit' | 'free' | 'other';

/** The operations whose grant has an end with its own words. */
type EndKind = 'ppv' | 'subscription' | 'other';

/** The categories of `Intl.PluralRules`. A language without one of them uses `other`. */
export type PluralCategory = Intl.LDMLPluralRule;

/** Texts of buttons, labels and headings. */
type InterfaceKey =
  | 'account'
  | 'anonymous'
  | 'back'
  | 'bought'
  | 'buyFirst'
  | 'cancelPurchase'
  | 'checkAgain'
  | 'checking'
  | 'continuePayment'
  | 'ends'
  | 'forGood'
  | 'incident'
  | 'loading'
  | 'login'
  | 'loggedIn'
  | 'loginHint'
  | 'loginTitle'
  | 'logout'
  | 'logoutDone'
  | 'loginDone'
  | 'noOffers'
  | 'offers'
  | 'noProviders'
  | 'noPurchases'
  | 'password'
  | 'pay'
  | 'perMonth'
  | 'premium'
  | 'premiumSubscription'
  | 'purchasesTitle'
  | 'redeem'
  | 'redeemed'
  | 'redeemedOther'
  | 'renews'
  | 'retry'
  | 'subscription'
  | 'subscriptions'
  | 'thisItem'
  | 'total'
  | 'upfront'
  | 'username'
  | 'voucher'
  | 'voucherCode'
  | 'voucherExpired'
  | 'voucherFirst'
  | 'voucherInvalid'
  | 'voucherMissing'
  | 'voucherOwned'
  | 'voucherUnclear'
  | 'voucherUnknown'
  | 'voucherUsed';

/**
 * The keys of all texts. A key is a group and a name: `reason.geo` is the title for the reason
 * `geo`, `why.geo` the sentence below it. `unplayable` is a granted film without a file, `delayed`
 * a payment that the platform cannot confirm at present. `{price}` and other names in braces are
 * filled in.
 */
export type WordKey =
  | `reason.${KnownReason | 'unplayable' | 'other'}`
  | `why.${RefusedReason | 'unplayable' | 'other'}`
  | `session.${SessionStatus}`
  | `purchase.${PurchaseWord}`
  | `next.${PurchaseWord | 'delayed' | 'interrupted'}`
  | `error.${ErrorCode | 'other'}`
  | `offer.${OfferKind}`
  | `until.${EndKind}`
  | `hours.${PluralCategory}`
  | `months.${PluralCategory}`
  | InterfaceKey;

/** Plural forms that a language may leave out. */
type RareForm = `${'hours' | 'months'}.${Exclude<PluralCategory, 'other'>}`;

/** All texts of one language. */
export type Words = Readonly<
  Record<Exclude<WordKey, RareForm>, string> & Partial<Record<RareForm, string>>
>;

/** Texts that replace those of a language, or a language that Usher does not have. */
export type GivenWords = Readonly<Partial<Record<WordKey, string>>>;
