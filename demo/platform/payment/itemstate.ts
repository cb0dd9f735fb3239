import { isSet, textOf } from '../call.ts';
import type { Call } from '../call.ts';
import { queryOne } from '../database/database.ts';
import type { Answer } from '../wire/envelope.ts';
import { isStorableId } from '../wire/id.ts';
import { wireId } from '../wire/json.ts';
import { Refusal } from '../wire/refusal.ts';
import { bySubscription } from './entitlements.ts';
import { judgeItem, offersFor } from './item-state.ts';
import type { ItemRules, ItemState } from './item-state.ts';
import { readViewer } from './viewer.ts';

interface Item extends ItemRules {
  readonly id: string;
  readonly streamtype: string;
}

/** Whether the session's viewer may watch an item; with `performTransactionIfPossible` the use of a subscription is registered. */
export async function itemstate(call: Call): Promise<Answer> {
  const item = await findItem(call);
  const state = judgeItem(item, await readViewer(call), call.now());
  const performed = isSet(call, 'performTransactionIfPossible') && (await registerBuy(call, item, state));
  return {
    result: {
      general: {
        item: wireId(item.id),
        streamtype: item.streamtype,
        isPay: item.pay ? 1 : 0,
        canPlay: state.canPlay ? 1 : 0,
        reason: state.reason,
        validUntil: state.until ? Math.floor(state.until.getTime() / 1000) : 0,
        performed: performed ? 1 : 0,
        offers: state.reason === 'not-paid' ? offersFor(item) : [],
      },
    },
  };
}

/** By ID and streamtype; by global ID where the streamtype is `allmedia`. */
async function findItem(call: Call): Promise<Item> {
  const [id, streamtype] = [required(call, 'item'), required(call, 'streamtype')];
  const key = streamtype === 'allmedia' ? 'gid = $1 and $2::text is not null' : 'id = $1 and streamtype = $2';
  const item = isStorableId(id) && (await queryOne<Item>(call.database, `select * from items where ${key}`, [id, streamtype]));
  if (!item) throw new Refusal(404, `there is no ${streamtype} ${id}`);
  return item;
}

function required(call: Call, field: string): string {
  const value = textOf(call, field);
  if (value === undefined) throw new Refusal(400, `${field} must be given`);
  return value;
}

/** Registers once, while the subscription lasts, that it was used for this item. Whether it did so now. */
async function registerBuy(call: Call, item: Item, state: ItemState): Promise<boolean> {
  if (!state.canPlay || !item.pay || (state.reason !== 'subscription' && state.reason !== 'external')) return false;
  const [parameters, now] = [[call.domain.id, call.session!.user_id, item.gid, bySubscription], call.now()];
  return call.database.transaction(async (within) => {
    // Two calls at once must not both find nothing: the second waits here.
    await within.query('select id from users where id = $1 for update', [call.session!.user_id]);
    const earlier = await queryOne(
      within,
      `select id from transactions where domain = $1 and user_id = $2 and gid = $3 and provider = $4 and state = 'finished' and valid_until > $5`,
      [...parameters, now],
    );
    if (earlier) return false;
    await within.query(
      `insert into transactions (domain, user_id, operation, gid, state, amount_minor, currency, provider, created_at, finished_at, valid_until)
       values ($1, $2, 'ppv', $3, 'finished', 0, 'EUR', $4, $5, $5, $6)`,
      [...parameters, now, state.until],
    );
    return true;
  });
}
