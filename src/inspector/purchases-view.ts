import type { PurchaseState } from '../checkout/purchase/purchase-state.ts';
import { formatPrice } from '../item/format-price.ts';
import { createDocsLinks } from './docs-links.ts';
import { createFilteredTable } from './filtered-table.ts';
import { formatDayAndTime, formatError } from './format.ts';
import type { InspectorSource } from './source.ts';
import type { View } from './view.ts';

export function createPurchasesView({ $purchases, now, docs }: InspectorSource): View {
  const links = createDocsLinks(docs);
  const table = createFilteredTable(
    'the purchases',
    ['Begun', 'What', 'Price', 'Provider', 'Status', 'Since', 'Transaction', 'Error'],
    'This viewer has bought nothing on this device.',
  );
  return {
    title: 'Purchases',
    root: table.root,
    draw() {
      table.fill(
        newestFirst($purchases.get()).map((purchase) => ({
          cells: [
            formatDayAndTime(purchase.startedAt, now()),
            [purchase.operation, purchase.streamtype, purchase.item].filter(Boolean).join(' '),
            formatPrice(purchase, 'en'),
            purchase.provider ?? '',
            links.purchase(purchase.status),
            formatDayAndTime(purchase.changedAt, now()),
            purchase.transactionId ?? '',
            formatError(purchase.error),
          ],
          isBad: purchase.error !== undefined,
        })),
      );
    },
  };
}

const newestFirst = (purchases: readonly PurchaseState[]): readonly PurchaseState[] =>
  [...purchases].sort((one, other) => other.startedAt - one.startedAt);
