import { isSet, type Call } from '../call.ts';
import { queryOne } from '../database/database.ts';
import { appendEntry, type Subject } from '../ledger/append.ts';
import { priceModel } from '../tenants/price-model.ts';
import type { Answer } from '../wire/envelope.ts';
import { wireId } from '../wire/json.ts';
import { bySubscription } from './entitlements.ts';
import { findItem, type Item } from './find-item.ts';
import { judgeItem, offersFor, type ItemState } from './item-state.ts';
import { readViewer } from './viewer.ts';
import { wireMoment } from './wire-moment.ts';

/**
 * Whether the session's viewer may watch an item; with `performTransactionIfPossible` the use of a
 * subscription is registered.
 */
export async function itemstate(call: Call): Promise<Answer> {
  const item = await findItem(call);
  const state = judgeItem(item, await readViewer(call), call.now());
  const performed =
    isSet(call, 'performTransactionIfPossible') && (await registerBuy(call, item, state));
  return {
    result: {
      general: {
        item: wireId(item.id),
        streamtype: item.streamtype,
        isPay: item.pay ? 1 : 0,
        canPlay: state.canPlay ? 1 : 0,
        reason: state.reason,
        validUntil: wireMoment(state.until),
        performed: performed ? 1 : 0,
        offers: state.reason === 'not-paid' ? offersFor(item) : [],
      },
    },
  };
}

/**
 * Registers once, while the subscription lasts, that it was used for this item. Whether it did so
 * now.
 */
async function registerBuy(call: Call, item: Item, state: ItemState): Promise<boolean> {
  if (
    !state.canPlay ||
    !item.pay ||
    (state.reason !== 'subscription' && state.reason !== 'external')
  ) {
    return false;
  }
  const [parameters, now] = [
    [call.domain.id, call.session!.user_id, item.gid, bySubscription],
    call.now(),
  ];
  return call.database.transaction(async (within) => {
    // Two calls at once must not both find nothing: the second waits here.
    await within.query('select id from users where id = $1 for update', [call.session!.user_id]);
    const earlier = await queryOne(
      within,
      `select id from transactions where domain = $1 and user_id = $2 and gid = $3 and provider = $4 and state = 'finished' and valid_until > $5`,
      [...parameters, now],
    );
    if (earlier) return false;
    const transaction = await queryOne<Subject>(
      within,
      `insert into transactions (domain, user_id, operation, gid, state, amount_minor, paid_minor, currency, provider, created_at, finished_at, valid_until)
       values ($1, $2, 'ppv', $3, 'finished', 0, 0, $7, $4, $5, $5, $6) returning *`,
      [...parameters, now, state.until, priceModel.currency],
    );
    await appendEntry(within, transaction!, {
      kind: 'finished',
      at: now,
      note: 'used a subscription',
    });
    return true;
  });
}
