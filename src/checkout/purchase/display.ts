import type { WritableAtom } from 'nanostores';
import { show } from '../../browser/events.ts';
import type { Context } from '../context.ts';
import { isOpen } from './purchase-record.ts';
import { createPurchase, createPurchaseAtom } from './handle.ts';
import type { Purchase } from './handle.ts';
import { ownershipOf } from './ownership.ts';
import { isSettledStatus, purchaseState } from './purchase-state.ts';
import type { PurchaseState } from './purchase-state.ts';

/** Shows the journal to the page. */
export interface Display {
  /**
   * Shows how all purchases stand now. While the viewer is not known, what is shown stays as it is.
   */
  readonly refresh: () => void;
  /**
   * The handle of a purchase that the journal knows; the same for the same purchase. `undefined`
   * where there is none, and for a settled one of another viewer that this page has not shown.
   */
  readonly purchase: (id: string) => Purchase | undefined;
}

interface Handle {
  readonly $state: WritableAtom<PurchaseState>;
  readonly purchase: Purchase;
}

export function createDisplay(context: Context, ended: AbortSignal): Display {
  const handles = new Map<string, Handle>();
  const { showState, showOther } = createShown(context, handles);
  return {
    refresh() {
      if (!context.session.viewer()) return;
      const own = context.purchases.all().filter((entry) => ownershipOf(context, entry) === 'own');
      const states = own.map((entry) => purchaseState(entry, 'own'));
      context.show(states);
      for (const state of states) showState(state);
      for (const entry of context.purchases.all()) {
        if (!own.includes(entry)) showOther(purchaseState(entry, 'other'));
      }
    },
    purchase(id) {
      const entry = context.purchases.find(id);
      const known = handles.get(id);
      if (known || !entry) return entry && known?.purchase;
      const ownership = ownershipOf(context, entry);
      if (ownership === 'other' && !isOpen(entry)) return undefined;
      const $state = createPurchaseAtom(purchaseState(entry, ownership));
      const purchase = createPurchase($state, context.browser.clock, context.session, ended, () =>
        giveUp(context, id),
      );
      handles.set(id, { $state, purchase });
      return purchase;
    },
  };
}

/** Shows single purchases: in their handles, and as events. */
function createShown(
  { emit, browser: { clock } }: Context,
  handles: ReadonlyMap<string, Handle>,
): Record<'showState' | 'showOther', (state: PurchaseState) => void> {
  /** What was last shown of each purchase. */
  const shown = new Map<string, PurchaseState>();
  const begunAt = clock.now();
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
    if (before || state.changedAt >= begunAt) emit('purchase', state);
  };
  return {
    showState,
    /**
     * What this page shows as going on is parked. How another viewer's purchase was settled is
     * shown where the page has its handle only.
     */
    showOther(state) {
      const { id } = state;
      const known = [shown.get(id), handles.get(id)?.$state.get()];
      if (known.every((each) => !each || isSettledStatus(each.status))) return;
      if (state.status === 'parked') return showState(state);
      shown.delete(id);
      showInHandle(state);
    },
  };
}

/** A state that has not changed keeps its object, and no listener runs. */
const isSame = (one: PurchaseState, other: PurchaseState): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Gives a purchase up, unless it is another viewer's. */
async function giveUp(context: Context, id: string): Promise<void> {
  const entry = context.purchases.find(id);
  if (entry && ownershipOf(context, entry) !== 'other') {
    await context.purchases.record(id, { type: 'abandoned' });
  }
}
