import { textOf, type Call } from '../call.ts';
import { queryOne, type Database } from '../database/database.ts';
import { appendEntry } from '../ledger/append.ts';
import { priceModel } from '../tenants/price-model.ts';
import type { Answer } from '../wire/envelope.ts';
import { wireId } from '../wire/json.ts';
import { Refusal } from '../wire/refusal.ts';
import { endOfItem } from './end-of-item.ts';
import { hasAllForGood, ownsForGood, readEntitlements } from './entitlements.ts';
import { requireUser } from './given.ts';
import { forbiddenBy, type ItemRules } from './item-state.ts';
import { wireMoment } from './wire-moment.ts';

interface Voucher {
  readonly code: string;
  readonly operation: 'login' | 'item' | 'subscription';
  readonly gid: string | null;
  readonly days: number | null;
  readonly uses_left: number;
  readonly once_per_user: boolean;
  readonly expires_at: Date | null;
}

const dayMs = 86_400_000;

/** What a voucher has granted, and until when. */
interface Redeemed {
  readonly voucher: Voucher;
  readonly until: Date | null;
}

/** Grants a user what the voucher of the call is for: an item, or all that a subscription opens. */
export function redeemFor(user: string, call: Call): Promise<Redeemed> {
  return call.database.transaction(async (within) => {
    // Of two vouchers at the same moment the second adds to the time of the first.
    await within.query('select id from users where id = $1 for update', [user]);
    const voucher = await lockVoucher(call, within);
    await refuseUsed(call, within, voucher, user);
    return { voucher, until: await useVoucher(call, within, voucher, user) };
  });
}

export async function redeemVoucher(call: Call): Promise<Answer> {
  const { voucher, until } = await redeemFor(requireUser(call), call);
  const item = voucher.gid
    ? await queryOne<{ id: string; streamtype: string }>(
        call.database,
        'select id, streamtype from items where gid = $1',
        [voucher.gid],
      )
    : undefined;
  const general = {
    state: 'redeemed',
    operation: voucher.operation,
    item: wireId(item?.id ?? '0'),
    streamtype: item?.streamtype ?? '',
    validUntil: wireMoment(until),
  };
  return { result: { general } };
}

/** The voucher of the call, held: two viewers at the same moment do not both get the last use. */
async function lockVoucher(call: Call, within: Database): Promise<Voucher> {
  const [column, value] = textOf(call, 'vouchercode')
    ? ['code', textOf(call, 'vouchercode')]
    : ['reference', textOf(call, 'referencecode')];
  const voucher = await queryOne<Voucher>(
    within,
    `select * from vouchers where domain = $1 and ${column} = $2 for update`,
    [call.domain.id, value],
  );
  if (!voucher) throw new Refusal(404, 'there is no such voucher');
  return voucher;
}

async function refuseUsed(
  call: Call,
  within: Database,
  voucher: Voucher,
  user: string,
): Promise<void> {
  if (voucher.operation === 'login') throw new Refusal(409, 'this voucher is for logging in');
  if (voucher.expires_at && voucher.expires_at <= call.now()) {
    throw new Refusal(410, 'the voucher has expired');
  }
  if (voucher.uses_left < 1) throw new Refusal(410, 'the voucher is used up');
  const used =
    voucher.once_per_user &&
    (await queryOne(
      within,
      'select id from voucher_grants where domain = $1 and code = $2 and user_id = $3',
      [call.domain.id, voucher.code, user],
    ));
  if (used) throw new Refusal(410, 'the voucher is used up: it counts once for each user');
  const { gid } = voucher;
  if (gid) await refuseForbidden(call, within, gid, user);
  const entitlements = await readEntitlements(within, call.domain.id, user, call.now());
  if (gid && ownsForGood(entitlements, { gid })) {
    throw new Refusal(409, 'this user owns the item already');
  }
  if (!gid && hasAllForGood(entitlements)) {
    throw new Refusal(409, 'this user owns a premium subscription already, and it has no end');
  }
}

/** Refuses a voucher for an item that its viewer may not watch: it would be used up for nothing. */
async function refuseForbidden(
  call: Call,
  within: Database,
  gid: string,
  user: string,
): Promise<void> {
  const item = await queryOne<ItemRules>(within, 'select * from items where gid = $1', [gid]);
  const viewer = await queryOne<{ age: number | null }>(
    within,
    'select age from users where id = $1',
    [user],
  );
  const { domain, session, now } = call;
  const country = session?.country ?? domain.country;
  const forbidden =
    item && forbiddenBy(item, { domain: domain.id, country, age: viewer?.age ?? null }, now());
  if (forbidden) throw new Refusal(403, `this item is not opened for this viewer: ${forbidden}`);
}

/**
 * Takes one use of a voucher and grants what it is for; what runs already, by voucher or by rent,
 * is extended. Until when; null: for good.
 */
async function useVoucher(
  call: Call,
  within: Database,
  voucher: Voucher,
  user: string,
): Promise<Date | null> {
  const [domain, at] = [call.domain.id, call.now()];
  const running = await endOfItem(within, { domain, user_id: user, gid: voucher.gid });
  const until =
    voucher.days === null
      ? null
      : new Date(Math.max(at.getTime(), running?.getTime() ?? 0) + voucher.days * dayMs);
  await within.query(
    'update vouchers set uses_left = uses_left - 1 where domain = $1 and code = $2',
    [domain, voucher.code],
  );
  await within.query(
    'insert into voucher_grants (domain, user_id, code, gid, granted_at, valid_until) values ($1, $2, $3, $4, $5, $6)',
    [domain, user, voucher.code, voucher.gid, at, until],
  );
  const subject = {
    domain,
    user_id: user,
    gid: voucher.gid,
    currency: priceModel.currency,
    provider: 'voucher',
  };
  await appendEntry(within, subject, {
    kind: 'granted',
    at,
    reference: voucher.code,
    note: voucher.operation,
  });
  return until;
}
