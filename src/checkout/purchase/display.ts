import type { WritableAtom } from 'nanostores';
import { nothing } from '../../browser/nothing.ts';
import { noPopup } from '../../browser/payment-window.ts';
import { InputError } from '../../errors/input-error.ts';
import { show } from '../../reactive/events.ts';
import { userKey } from '../../session/state/session-state.ts';
import { viewerOf } from '../../session/state/viewer.ts';
import type { BuyValues } from '../buy/buy-values.ts';
import type { CheckoutContext } from '../context.ts';
import { loadForClick, loadOperations } from '../load-operations.ts';
import type { PurchaseExplanation } from '../operations/explain-purchase.ts';
import { focusWindow } from '../providers/shown-windows.ts';
import { hasUnreadReturn } from '../return/waiting-returns.ts';
import { createPurchase, createPurchaseAtom, type Purchase } from './handle.ts';
import { isHeldBack } from './machine.ts';
import { ownershipOf, type Ownership } from './ownership.ts';
import { isUnsettled, type PurchaseRecord } from './purchase-record.ts';
import { isAtRest, purchaseState, withoutDetails, type PurchaseState } from './purchase-state.ts';

/** Shows the purchases of the journal to the page. */
export interface Display {
  /**
   * Shows the present state of all purchases. While the viewer is not known, nothing changes. Only
   * a purchase that is no longer in the journal loses its details.
   */
  readonly showAll: () => void;
  /**
   * Returns the handle of a purchase in the journal: the same object for the same purchase.
   * `undefined` without a purchase, or for a settled one of another viewer.
   */
  readonly purchase: (id: string) => Purchase | undefined;
}

interface Handle {
  readonly $state: WritableAtom<PurchaseState>;
  readonly purchase: Purchase;
}

/** The present state of a purchase on this page. */
const presentState = (
  { returns }: Pick<CheckoutContext, 'returns'>,
  record: PurchaseRecord,
  ownership: Ownership,
): PurchaseState => purchaseState(record, ownership, returns.isWaiting(record.state));

export function createDisplay(context: CheckoutContext, disposal: AbortSignal): Display {
  const parts = { clock: context.browser.clock, session: context.session, disposal };
  const handles = new Map<string, Handle>();
  const { showState, showOther, hideGone } = createShown(context, handles);
  let shown: readonly PurchaseState[] = [];
  return {
    showAll() {
      hideGone();
      if (!viewerOf(context.session)) return;
      const own = context.purchases
        .all()
        .filter((record) => ownershipOf(context, record) === 'own');
      const states = own.map((record) => presentState(context, record, 'own'));
      // The list too: a listener that reads the journal again would run for ever.
      if (!isSame(shown, states)) {
        shown = states;
        context.show(states);
      }
      for (const state of states) showState(state);
      for (const record of context.purchases.all()) {
        if (!own.includes(record)) showOther(presentState(context, record, 'other'));
      }
    },
    purchase(id) {
      const record = context.purchases.find(id);
      if (!record) return undefined;
      const ownership = ownershipOf(context, record);
      if (ownership === 'other' && !isUnsettled(record)) return undefined;
      const known = handles.get(id);
      if (known) return known.purchase;
      const $state = createPurchaseAtom(presentState(context, record, ownership));
      const purchase = createPurchase($state, parts, {
        resume: () => resume(context, id),
        abandon: () => abandon(context, id, $state.get()),
        explain: () => explain(context, id, $state.get()),
      });
      handles.set(id, { $state, purchase });
      return purchase;
    },
  };
}

/** Shows single purchases: in their handles, and as events. */
interface Shown {
  readonly showState: (state: PurchaseState) => void;
  /**
   * Shows that a purchase belongs to another viewer. An open one that this page has shown becomes
   * suspended. A settled one keeps its status in its handle, without details and without an event.
   */
  readonly showOther: (state: PurchaseState) => void;
  /** Hides the details of purchases that the journal has no longer: their viewer is forgotten. */
  readonly hideGone: () => void;
}

function createShown(
  { emit, purchases, browser: { clock } }: CheckoutContext,
  handles: ReadonlyMap<string, Handle>,
): Shown {
  /** The last shown state of each purchase. */
  const shown = new Map<string, PurchaseState>();
  const begunAt = clock.now();
  const begunMs = clock.monotonic();
  // The wall clock may be set back. Then the present one says when this page began.
  const isNew = ({ changedAt }: PurchaseState): boolean =>
    changedAt >= Math.min(begunAt, clock.now() - clock.monotonic() + begunMs);
  const showInHandle = (state: PurchaseState): void => {
    const $state = handles.get(state.id)?.$state;
    if ($state && !isSame($state.get(), state)) show($state, state);
  };
  const showState = (state: PurchaseState): void => {
    const { id } = state;
    showInHandle(state);
    const before = shown.get(id);
    if (before && isSame(before, state)) return;
    shown.set(id, state);
    if (before || isNew(state)) emit('purchase', state);
  };
  return {
    showState,
    showOther(state) {
      const { id } = state;
      const known = [shown.get(id), handles.get(id)?.$state.get()];
      const wasOpen = known.some((each) => each && !isAtRest(each.status));
      if (wasOpen && state.status === 'suspended') return showState(state);
      if (wasOpen) shown.delete(id);
      showInHandle(state);
    },
    hideGone() {
      for (const [id, { $state }] of handles) {
        if (!purchases.find(id)) showInHandle(withoutDetails($state.get()));
      }
    },
  };
}

/** An unchanged state keeps its object, and no listener runs. */
const isSame = <State>(one: State, other: State): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Continues a purchase. In the click: before any `await`. */
async function resume(context: CheckoutContext, id: string): Promise<void> {
  const record = context.purchases.find(id);
  const isUnread = !!record && (hasUnreadReturn(context, record) || isHeldBack(record));
  if (!record || !(isUnread || isUnsettled(record))) {
    throw new InputError('purchase.resume', 'status', record?.step, 'open');
  }
  const values = record.values as BuyValues; // they were complete when it began
  const popup = isUnread
    ? noPopup
    : (focusWindow(context, values) ?? context.openNewWindow(values));
  const askedBy = userKey(context.session.$user.get());
  const clickedAt = context.browser.clock.now();
  const click = { popup, askedBy, clickedAt, checkedAt: null, isUnread };
  const { resumePurchase } = await loadForClick(context, click);
  await resumePurchase(context, record, click);
}

/**
 * Compares a purchase with the viewer. While the viewer is not known, one that this page shows with
 * its details counts as theirs. It waits for the viewer of any other one.
 */
async function ownershipOfShown(
  context: CheckoutContext,
  id: string,
  { operation }: PurchaseState,
): Promise<Ownership> {
  const { purchases, session } = context;
  const isShown = operation !== '';
  if (!isShown && !viewerOf(session)) await session.ready().catch(nothing);
  const record = purchases.find(id);
  const ownership = record ? ownershipOf(context, record) : 'unknown';
  return isShown && ownership === 'unknown' ? 'own' : ownership;
}

/** Abandons a purchase of the viewer, unless it may be paid. */
async function abandon(context: CheckoutContext, id: string, shown: PurchaseState): Promise<void> {
  const ownership = await ownershipOfShown(context, id, shown);
  const record = context.purchases.find(id);
  if (!record || ownership !== 'own' || hasUnreadReturn(context, record)) return;
  await context.purchases.apply(id, { type: 'abandoned' });
}

async function explain(
  context: CheckoutContext,
  id: string,
  shown: PurchaseState,
): Promise<PurchaseExplanation> {
  const { explainPurchase } = await loadOperations(context);
  const ownership = await ownershipOfShown(context, id, shown);
  const record = context.purchases.find(id);
  if (!record) return { text: 'It is no longer in the journal.', nextTryAt: null };
  return ownership === 'unknown'
    ? { text: 'It is not known yet whose purchase it is.', nextTryAt: null }
    : explainPurchase(context, record);
}
