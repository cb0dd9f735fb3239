import type { ReadableAtom } from 'nanostores';
import type { PurchaseState } from '../checkout/purchase/purchase-state.ts';
import type { SellingOptions } from '../checkout/selling.ts';
import type { MediaItem } from '../contract/answers/media-item.ts';
import type { UsherError } from '../errors/usher-error.ts';
import type { ItemInternals } from '../item/item.ts';
import type { Items } from '../item/items.ts';
import { otherItem } from '../item/other-item.ts';
import { faulty, fine, type DiagnosticResult } from './diagnostic-result.ts';
import { isUnsold } from './is-unsold.ts';

type FindItem = (
  values: { readonly globalid: NonNullable<ItemInternals['globalId']> },
  options: { readonly fresh: boolean },
) => Promise<MediaItem | null>;

/** The parts of a page that the diagnosis checks. */
export interface DiagnosedPage {
  readonly items: Items;
  readonly $purchases: ReadableAtom<readonly PurchaseState[]>;
  readonly selling: SellingOptions;
  readonly allmedia: () => Promise<{ readonly byglobalid: FindItem }>;
}

/** The largest number of items that are checked: each one with a global ID is a request. */
const maxItems = 10;

/** Checks the items that the page shows, those of gates among them. */
export async function lookAtItems(
  { items, selling, allmedia }: DiagnosedPage,
  isReachable: boolean,
): Promise<DiagnosticResult> {
  const shown = Array.from(items.known.values(), ({ internals }) => internals)
    .filter(({ $state }) => isReachable && $state.lc)
    .slice(-maxItems);
  const problems = await Promise.all(
    shown.map((internals) => itemProblem(internals, selling, allmedia)),
  );
  const texts = problems.filter(Boolean);
  return texts.length
    ? faulty('items', texts.join('; '))
    : fine('items', `${shown.length} checked`);
}

/** Why the viewer can neither watch nor buy an item, or would watch another one. */
async function itemProblem(
  internals: ItemInternals,
  selling: SellingOptions,
  loadAllmedia: DiagnosedPage['allmedia'],
): Promise<string | undefined> {
  const { reference, globalId, check, $state } = internals;
  await check?.answer;
  const state = $state.get();
  const { reason, error } = state;
  const name = `item ${reference.item}`;
  if (reason === 'not-found' || reason === 'unreadable') return `${name}: ${reason}`;
  // On a domain without sessions nothing is sold.
  if (error && reason !== 'static') return `${name}: ${error.code}`;
  const wrong = globalId === undefined ? undefined : await globalIdProblem(internals, loadAllmedia);
  if (wrong !== undefined) return wrong;
  if (reason === 'not-paid' && !state.offers.length) return `${name}: no offers`;
  return isUnsold(state, selling) ? `${name}: no payment provider` : undefined;
}

async function globalIdProblem(
  internals: ItemInternals,
  loadAllmedia: DiagnosedPage['allmedia'],
): Promise<string | undefined> {
  const { reference, globalId } = internals;
  let code = 'not-found';
  try {
    const { byglobalid } = await loadAllmedia();
    const film = await byglobalid({ globalid: globalId! }, { fresh: true });
    if (film) return otherItem(internals, film);
  } catch (error) {
    ({ code } = error as UsherError);
  }
  return `item ${reference.item}: globalid ${globalId}: ${code}`;
}
