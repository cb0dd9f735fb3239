import type { PurchaseState } from '../checkout/purchase/purchase-state.ts';
import type { ItemState } from '../item/item-state.ts';
import type { Offer } from '../item/offer.ts';
import type { SessionState } from '../session/state/session-state.ts';
import { isUnreadPurchase } from './purchase-text.ts';

/** What the viewer has asked a panel for. Without a form it shows the overview. */
export interface PanelTask {
  readonly form?: 'login' | 'payment' | 'voucher' | undefined;
  /** The offer that the viewer has chosen. */
  readonly offer?: Offer | undefined;
}

/** The item that an element names. */
export interface NamedItem {
  readonly item: string;
  readonly streamtype: string;
  readonly globalId?: string | undefined;
}

/** All that decides what a panel shows. */
export interface PanelInput {
  readonly item: Pick<ItemState, 'access' | 'checking' | 'reason' | 'offers' | 'error'>;
  /** The item whose purchases count. Without one only subscriptions count. */
  readonly reference: NamedItem | undefined;
  readonly itemTitle?: string | undefined;
  readonly purchases: readonly PurchaseState[];
  readonly session: Pick<SessionState, 'status' | 'user' | 'changedAt' | 'incident'>;
  readonly task: PanelTask;
  /**
   * A purchase that has ended is told if it ended at this time or later, in ms since 1970. Default:
   * the last change of the session.
   */
  readonly newsSince?: number | undefined;
  /** The item is granted, but its sources could not be loaded. */
  readonly isUnplayable?: boolean | undefined;
}

/** The steps of a panel. Each has one heading. */
export type PanelStep =
  'granted' | 'checking' | 'unknown' | 'purchase' | 'login' | 'payment' | 'voucher' | 'overview';

/** What a panel shows. */
export interface PanelView {
  readonly step: PanelStep;
  readonly offers: readonly Offer[];
  /** What a login leads to. */
  readonly form?: PanelTask['form'];
  /** The offer to log in or to pay for. */
  readonly offer?: Offer | undefined;
  /** The title of the item, where the page gives it. */
  readonly itemTitle?: string | undefined;
  /** After `forget()` no check is under way, and none comes by itself. */
  readonly isForgotten?: boolean;
  /** The purchase under way, or the one that has just ended. */
  readonly purchase?: PurchaseState | undefined;
  /** The title of a known problem of the platform. */
  readonly incident?: string | undefined;
  readonly canLogin: boolean;
  readonly canRedeem: boolean;
  readonly canRetry: boolean;
  readonly canGoBack: boolean;
}

/** What helps a viewer who is denied, by the reason. */
interface Remedies {
  readonly sells?: boolean;
  readonly login?: boolean;
  readonly retry?: boolean;
}

const remedies: Readonly<Record<string, Remedies>> = {
  'not-paid': { sells: true, login: true },
  'login-required': { login: true },
  age: { login: true },
  schedule: { retry: true },
  geo: {},
  domain: {},
  'not-found': {},
};
/** The platform may have reasons of its own. */
const otherRemedies: Remedies = { sells: true, login: true };

const nothing = {
  offers: [],
  canLogin: false,
  canRedeem: false,
  canRetry: false,
  canGoBack: false,
} as const;

const settledStatuses: readonly PurchaseState['status'][] = ['granted', 'failed', 'abandoned'];

export const isOpenPurchase = (purchase: PurchaseState): boolean =>
  isUnreadPurchase(purchase) || !settledStatuses.includes(purchase.status);

/** Decides what a panel shows. */
export const panelView = (input: PanelInput): PanelView => ({
  ...viewOf(input),
  incident: input.session.incident?.title,
  itemTitle: input.itemTitle,
});

function viewOf(input: PanelInput): PanelView {
  const { item, session, reference, isUnplayable, newsSince = session.changedAt } = input;
  const { access, reason, error } = item;
  const own = ownPurchases(input);
  const open = own.find(isOpenPurchase);
  if (access === 'granted') {
    return { ...nothing, step: isUnplayable ? 'unknown' : 'granted', canRetry: !!isUnplayable };
  }
  if (open) return { ...nothing, step: 'purchase', purchase: open };
  if (access === 'unknown') {
    const hasAnswer = reason !== '' || error !== undefined;
    const isForgotten = !hasAnswer && !item.checking && session.status === 'ended';
    const canRetry = hasAnswer || isForgotten;
    return { ...nothing, step: canRetry ? 'unknown' : 'checking', canRetry, isForgotten };
  }
  const [last] = own;
  // An item that is denied although it was paid is for sale again.
  const isNews = last && (last.status !== 'granted' || !reference);
  const hasJustEnded = isNews && last.changedAt >= newsSince;
  return { ...deniedView(input), purchase: hasJustEnded ? last : undefined };
}

/** The purchases that would grant the item, the newest first. */
function ownPurchases({ purchases, reference, item: { offers } }: PanelInput): PurchaseState[] {
  const takesSubscription =
    !reference || offers.some(({ operation }) => operation === 'subscription');
  return purchases
    .filter((each) =>
      each.item === null
        ? takesSubscription && each.operation === 'subscription'
        : reference && isSameItem(each, reference),
    )
    .sort((one, other) => other.startedAt - one.startedAt);
}

type ItemNames = Readonly<Record<'item' | 'streamtype', string | null>> & {
  readonly globalId?: string | null | undefined;
};

/** An item has its own ID, and may have a global ID, which is its ID as `allmedia`. */
const keysOf = ({ item, streamtype, globalId }: ItemNames): readonly unknown[] => [
  `${streamtype} ${item}`,
  globalId && `allmedia ${globalId}`,
];

const isSameItem = (one: ItemNames, other: ItemNames): boolean =>
  keysOf(one).some((key) => key && keysOf(other).includes(key));

function deniedView({ item, session: { user }, task }: PanelInput): PanelView {
  const { sells, login, retry } = remedies[item.reason] ?? otherRemedies;
  const isAnonymous = !user;
  const view: PanelView = {
    ...nothing,
    step: 'overview',
    offers: sells ? item.offers : [],
    canLogin: !!login && isAnonymous,
    canRedeem: !!sells,
    canRetry: !!retry,
  };
  const { form, offer } = task;
  if (form === undefined || (form === 'login' && !isAnonymous)) {
    const asksAtOnce = item.reason === 'login-required' && isAnonymous;
    return asksAtOnce ? { ...view, step: 'login' } : view;
  }
  // A payment and a voucher need a user.
  if (isAnonymous) return { ...view, step: 'login', form, offer, canGoBack: true };
  // Another user may have other offers, or none. The platform may have changed them since.
  const isStillOffered =
    form === 'payment' ? view.offers.some(({ id }) => id === offer?.id) : view.canRedeem;
  return isStillOffered ? { ...view, step: form, form, offer, canGoBack: true } : view;
}
