import type { Explanation } from '../item/explain.ts';
import type { KnownItem } from '../item/item.ts';
import type { TableRow } from './create-table.ts';
import { createDocsLinks, type DocsLinks } from './docs-links.ts';
import { createFilteredTable } from './filtered-table.ts';
import { formatDayAndTime, formatError, formatTime } from './format.ts';
import type { InspectorSource } from './source.ts';
import type { View } from './view.ts';

type ExplainedItem = KnownItem<{ readonly explain: () => Promise<Explanation> }>;

/** Each item with its access, and the answer or rule that decided it. */
export function createItemsView({ items, now, docs }: InspectorSource): View {
  const links = createDocsLinks(docs);
  const table = createFilteredTable(
    'the items',
    ['Item', 'Access', 'Checked', 'Until', 'Offers', 'Why'],
    'The page has asked for no item yet.',
  );
  let drawing = 0;
  return {
    title: 'Items',
    root: table.root,
    draw() {
      const own = (drawing += 1);
      const known = Array.from(items.known.values());
      void Promise.all(known.map((item) => rowOf(item, links, now()))).then((rows) => {
        // A later drawing shows a later state.
        if (own === drawing) table.fill(rows);
      });
    },
  };
}

async function rowOf(
  { item, internals: own }: ExplainedItem,
  links: DocsLinks,
  now: number,
): Promise<TableRow> {
  const { reference } = own;
  const { access, reason, checking, checkedAt, expiresAt, offers, error } = own.$state.get();
  const why = await item.explain().then(
    ({ text }) => text,
    () => formatError(error),
  );
  return {
    cells: [
      `${reference.streamtype} ${reference.item}`,
      links.access(`${access}${reason ? ` (${reason})` : ''}${checking ? ', is checked' : ''}`),
      formatTime(checkedAt),
      formatDayAndTime(expiresAt, now),
      String(offers.length),
      why,
    ],
    isBad: error !== undefined,
  };
}
