import type { WritableAtom } from 'nanostores';
import { show } from '../browser/events.ts';
import type { Emit } from '../browser/events.ts';
import { ownerOf, record } from './context.ts';
import type { Context } from './context.ts';
import { createPurchase, createPurchaseAtom } from './handle.ts';
import type { Purchase } from './handle.ts';
import { purchaseState } from './purchase-state.ts';
import type { PurchaseState } from './purchase-state.ts';

/** Shows the journal to the page. */
export interface Display {
  /** Shows how all purchases stand now. */
  readonly refresh: () => void;
  /** The handle of a purchase that the journal knows; the same for the same purchase. */
  readonly purchase: (id: string) => Purchase;
}

export function createDisplay(context: Context, ended: AbortSignal): Display {
  const shown = new Map<string, { readonly $state: WritableAtom<PurchaseState>; readonly purchase: Purchase }>();
  const told = new Map<string, string>();
  const begunAt = context.browser.clock.now();
  /** What has not changed keeps its object, and nobody is told of it. */
  const tell = (state: PurchaseState): void => {
    const text = JSON.stringify(state);
    const before = told.get(state.id);
    if (before === text) return;
    told.set(state.id, text);
    const known = shown.get(state.id);
    if (known) show(known.$state, state, context.emit as Emit);
    if (before !== undefined || state.changedAt >= begunAt) context.emit('purchase', state);
  };
  return {
    refresh() {
      const owner = ownerOf(context);
      const states = context.entries.map((entry) => purchaseState(entry, owner));
      context.show(states.filter(({ status }) => status !== 'parked'));
      for (const state of states) if (state.status !== 'parked' || told.has(state.id)) tell(state);
    },
    purchase(id) {
      const known = shown.get(id);
      if (known) return known.purchase;
      const entry = context.entries.find((each) => each.id === id)!;
      const $state = createPurchaseAtom(purchaseState(entry, ownerOf(context)));
      const purchase = createPurchase($state, context.browser.clock, ended, () => record(context, id, { type: 'dropped' }));
      shown.set(id, { $state, purchase });
      return purchase;
    },
  };
}
