import { addMonths } from '../../payment/months.ts';
import { priceModel } from '../../tenants/price-model.ts';

export interface Sale {
  readonly number: number;
  readonly operation: 'ppv' | 'ownage' | 'subscription';
  readonly gid: string | null;
  readonly minor: number;
  readonly at: Date;
  readonly until: Date | null;
  /** Of a subscription that was ended: when, and by whom or what. */
  readonly ended_at: Date | null;
  readonly ended_by: string;
}

/** Somebody with an account, and all that they did. Columns as they are stored. */
export interface Customer {
  readonly username: string;
  readonly registered_at: Date;
  readonly registered_by: string;
  readonly logins: readonly Date[];
  readonly sales: readonly Sale[];
}

export interface SoldItem {
  readonly gid: string;
  readonly ppv_minor: number;
  readonly ownage_minor: number;
}

const dayMs = 86_400_000;
/** So many accounts are made in ten days. */
const accountsInTenDays = 6;
const providers = ['manual', 'manual', 'manual', 'directory', 'social'];
const endings = [
  'byuser',
  'byuser',
  'byuser',
  'rechargeproblem',
  'paymentcanceled',
  'inappapi',
  'incms',
];

/**
 * Draws customers of the last days: all come again now and then, two of five subscribe, half buy
 * something.
 */
export function drawCustomers(
  chance: () => number,
  items: readonly SoldItem[],
  now: Date,
  days: number,
): Customer[] {
  const firstMs = now.getTime() - days * dayMs;
  const total = Math.round((days / 10) * accountsInTenDays);
  let number = 0;
  return Array.from({ length: total }, (_, index) => {
    const registeredMs = Math.floor(firstMs + ((index + chance()) / total) * days * dayMs);
    const later = (): number =>
      Math.floor(registeredMs + chance() * (now.getTime() - registeredMs));
    const sales: Sale[] = [];
    if (chance() < 0.4) sales.push(drawSubscription(++number, registeredMs, now, chance));
    for (const item of items) {
      if (chance() < 0.02) sales.push(drawPurchase(++number, item, later(), chance()));
    }
    return {
      username: `viewer-${String(index + 1).padStart(3, '0')}`,
      registered_at: new Date(registeredMs),
      registered_by: providers[Math.floor(chance() * providers.length)]!,
      logins: Array.from(
        { length: 1 + Math.floor(chance() * 6) },
        (_each, login) => new Date(login === 0 ? registeredMs : later()),
      ),
      sales,
    };
  });
}

function drawPurchase(
  number: number,
  { gid, ppv_minor, ownage_minor }: SoldItem,
  atMs: number,
  chance: number,
): Sale {
  const at = new Date(atMs);
  const sold =
    chance < 0.7
      ? ({
          operation: 'ppv',
          minor: ppv_minor,
          until: new Date(atMs + priceModel.ppv.hours * 3_600_000),
        } as const)
      : ({ operation: 'ownage', minor: ownage_minor, until: null } as const);
  return { number, gid, at, ended_at: null, ended_by: 'byuser', ...sold };
}

/**
 * A month of the default subscription, renewed until it is ended; who ends it does so in the first
 * month.
 */
function drawSubscription(number: number, atMs: number, now: Date, chance: () => number): Sale {
  const { price } = priceModel.subscriptions.find(
    (offer) => offer.duration === 1 && !offer.isPremium,
  )!;
  const at = new Date(atMs);
  const endedMs = Math.floor(atMs + (1 + chance() * 25) * dayMs);
  const isEnded = chance() < 0.4 && endedMs < now.getTime();
  return {
    number,
    operation: 'subscription',
    gid: null,
    minor: price,
    at,
    until: addMonths(at, 1),
    ended_at: isEnded ? new Date(endedMs) : null,
    ended_by: endings[Math.floor(chance() * endings.length)]!,
  };
}
