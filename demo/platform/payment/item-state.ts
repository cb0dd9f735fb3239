import { namesOfDomain } from '../tenants/domain.ts';
import { offersBesideItems, priceModel } from '../tenants/price-model.ts';
import type { Entitlements, Right } from './entitlements.ts';

export type Reason =
  | 'paid'
  | 'subscription'
  | 'voucher'
  | 'external'
  | 'free'
  | 'not-paid'
  | 'login-required'
  | 'geo'
  | 'age'
  | 'schedule'
  | 'domain';

/** What the rules of an item say, as stored. */
export interface ItemRules {
  readonly gid: string;
  readonly pay: boolean;
  readonly ppv_minor: number | null;
  readonly ownage_minor: number | null;
  readonly premium_only: boolean;
  readonly login_required: boolean;
  readonly age: number;
  readonly available_from: Date | null;
  readonly available_until: Date | null;
  readonly countries: readonly string[] | null;
  readonly only_domains: readonly string[] | null;
}

export interface Viewer {
  readonly domain: string;
  readonly country: string;
  readonly userId: string | null;
  readonly age: number | null;
  readonly entitlements: Entitlements;
}

export interface ItemState {
  readonly canPlay: boolean;
  readonly reason: Reason;
  /** When the right to play ends; null: not at all. */
  readonly until: Date | null;
}

/** From this age on a viewer's age must be known. Below, the age is advice. */
const provenAge = 18;

/**
 * Whether a viewer may watch an item, and why. The rules that keep a viewer out come first. Then
 * come the rights: a purchase or a longer voucher, a free item, a voucher, a subscription. No right
 * lasts longer than the item is available.
 */
export function judgeItem(item: ItemRules, viewer: Viewer, now: Date): ItemState {
  const forbidden = forbiddenBy(item, viewer, now);
  if (forbidden) return { canPlay: false, reason: forbidden, until: null };
  const state = judgeRights(item, viewer);
  const { available_until } = item;
  const isCut = state.canPlay && available_until && !(state.until && state.until < available_until);
  return isCut ? { ...state, until: available_until } : state;
}

function judgeRights(item: ItemRules, viewer: Viewer): ItemState {
  const { purchases, vouchers } = viewer.entitlements;
  const byVoucher = [vouchers.get(item.gid), vouchers.get('every')].reduce(longer);
  const owned = purchases.get(item.gid);
  if (owned && longer(owned, byVoucher) === owned) {
    return { canPlay: true, reason: 'paid', until: owned.until };
  }
  if (!item.pay) {
    const hidden = item.login_required && !viewer.userId;
    return {
      canPlay: !hidden,
      reason: hidden ? 'login-required' : 'free',
      until: null,
    };
  }
  if (byVoucher) return { canPlay: true, reason: 'voucher', until: byVoucher.until };
  const subscription = viewer.entitlements.subscriptions.find(
    ({ premium }) => premium || !item.premium_only,
  );
  if (subscription) {
    return {
      canPlay: true,
      reason: subscription.external ? 'external' : 'subscription',
      until: subscription.until,
    };
  }
  return { canPlay: false, reason: 'not-paid', until: null };
}

/** The right that lasts longer; the first one, when they end together. */
function longer(one: Right | undefined, other: Right | undefined): Right | undefined {
  if (!one || !other) return one ?? other;
  if (one.until === null) return one;
  return other.until === null || other.until > one.until ? other : one;
}

/**
 * The first rule that keeps a viewer out, whatever was paid. The platform does not sell such an
 * item either.
 */
export function forbiddenBy(
  item: ItemRules,
  viewer: Pick<Viewer, 'domain' | 'country' | 'age'>,
  now: Date,
): Reason | undefined {
  if (
    item.only_domains &&
    !namesOfDomain(viewer.domain).some((name) => item.only_domains!.includes(name))
  ) {
    return 'domain';
  }
  if (
    (item.available_from && item.available_from > now) ||
    (item.available_until && item.available_until <= now)
  ) {
    return 'schedule';
  }
  if (item.countries && !item.countries.includes(viewer.country)) return 'geo';
  if (item.age >= provenAge && (viewer.age ?? 0) < item.age) return 'age';
  return viewer.age !== null && viewer.age < item.age ? 'age' : undefined;
}

/** The offers for an item: the item alone, and each subscription that includes it. */
export function offersFor(item: ItemRules): Record<string, unknown>[] {
  const { currency, ppv } = priceModel;
  const offers: Record<string, unknown>[] = [];
  if (item.ppv_minor !== null) {
    offers.push({ operation: 'ppv', amount: item.ppv_minor, currency, hours: ppv.hours });
  }
  if (item.ownage_minor !== null) {
    offers.push({ operation: 'ownage', amount: item.ownage_minor, currency });
  }
  for (const { duration, price, isPremium } of offersBesideItems) {
    if (isPremium || !item.premium_only) {
      offers.push({ operation: 'subscription', amount: price, currency, duration, isPremium });
    }
  }
  return offers;
}
