import { createWhere, type Where } from '../allmedia/where.ts';
import { textOf, type Call, type Handler } from '../call.ts';
import { settleDue } from '../payment/settle-due.ts';
import { isStorableId } from '../wire/id.ts';
import { groupings } from './grouping.ts';
import { domainsOf } from './network.ts';
import { readNumbers } from './read-series.ts';

/** What each kind of entry that moves money does to the revenue. */
const movements = `ledger.kind in ('paid', 'captured', 'instalment', 'renewed', 'upgraded', 'refunded')`;
const columns = `sum(case when ledger.kind = 'refunded' then -ledger.amount_minor else ledger.amount_minor end)::float8 as value`;

/**
 * What an entry is revenue of: what extends a subscription by itself is a rebill, whatever else has
 * to do with one is it.
 */
const type = `case when ledger.kind in ('renewed', 'instalment') then 'rebill' else transactions.operation end`;

/** Each entry with the item that was sold. A subscription may name one too, and opens more. */
const sales = `ledger join transactions on transactions.id = ledger.transaction_id
  left join items on items.gid = ledger.gid and transactions.operation in ('ppv', 'ownage')`;

/** Money in less money given back by day, in the currency's subunit, from the ledger. */
export const revenue: Handler = async (call) => {
  for (const domain of domainsOf(call)) await settleDue(call.database, domain, null, call.now());
  const where = createWhere().and('ledger.domain = any(?::int8[])', domainsOf(call)).and(movements);
  const asked = textOf(call, 'type');
  if (asked !== undefined) where.and(`${type} = ?::text`, asked);
  return {
    result: await readNumbers(
      call,
      { from: sales, where: addItemFilters(where, call), moment: 'ledger.at', columns },
      groupings.byday,
    ),
  };
};

/**
 * What was paid for an item counts for its streamtype; what opens more than one, as a subscription,
 * for each.
 */
function addItemFilters(where: Where, call: Call): Where {
  const streamtype = textOf(call, 'streamtype')!; // required by the contract
  if (streamtype !== 'allmedia') {
    where.and('items.gid is null or items.streamtype = ?::text', streamtype);
  }
  const item = textOf(call, 'item');
  return item === undefined
    ? where
    : where.and(
        `${streamtype === 'allmedia' ? 'items.gid' : 'items.id'} = ?::int8`,
        isStorableId(item) ? item : null,
      );
}
