import { queryOne, type Database } from '../database/database.ts';
import { priceModel } from '../tenants/price-model.ts';

/** A film that a viewer can rent, for trying out a page. */
export interface FilmForSale {
  readonly title: string;
  /** The item's ID, for `usher.item()`. */
  readonly item: string;
  readonly globalId: string;
  /** The rent, in the currency's subunit. */
  readonly amount: number;
  readonly currency: string;
}

/**
 * The most voted film that every adult can rent and that a user has not bought or opened
 * by a voucher. `undefined` when there is none.
 */
export async function findFilmForSale(
  database: Database,
  { domain, username }: { readonly domain: string; readonly username: string },
): Promise<FilmForSale | undefined> {
  const film = await queryOne<{ id: string; gid: string; title: string; ppv_minor: number }>(
    database,
    `select id, gid, title, ppv_minor from items
     where streamtype = 'video' and pay and ppv_minor > 0 and media_file is not null
       and not premium_only and age < 18 and available_from is null and available_until is null
       and countries is null and only_domains is null
       and gid not in (
         select t.gid from transactions t join users u on u.id = t.user_id
         where t.domain = $1 and u.username = $2 and t.gid is not null)
       and gid not in (
         select v.gid from voucher_grants v join users u on u.id = v.user_id
         where v.domain = $1 and u.username = $2 and v.gid is not null)
     order by votes desc nulls last, gid limit 1`,
    [domain, username],
  );
  return (
    film && {
      title: film.title,
      item: String(film.id),
      globalId: String(film.gid),
      amount: film.ppv_minor,
      currency: priceModel.currency,
    }
  );
}
