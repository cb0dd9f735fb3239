import { createFilteredTable } from './filtered-table.ts';
import { formatPrice } from '../item/format-price.ts';
import { formatError, formatTime } from './format.ts';
import type { InspectorSource } from './source.ts';
import type { View } from './view.ts';

export function createPurchasesView({ $purchases }: InspectorSource): View {
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
        $purchases.get().map((purchase) => ({
          cells: [
            formatTime(purchase.startedAt),
            [purchase.operation, purchase.streamtype, purchase.item].filter(Boolean).join(' '),
            formatPrice(purchase, 'en'),
            purchase.provider ?? '',
            purchase.status,
            formatTime(purchase.changedAt),
            purchase.transactionId ?? '',
            formatError(purchase.error),
          ],
          isBad: purchase.error !== undefined,
        })),
      );
    },
  };
}
