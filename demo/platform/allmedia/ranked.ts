import type { Call } from '../call.ts';
import type { Answer } from '../wire/envelope.ts';
import { answerPage, pageBounds, type PageRow } from './list-items.ts';
import type { Where } from './where.ts';

export interface Ranking {
  readonly where: Where;
  /** Tables beside `items`, as `join …`. */
  readonly joins: string;
  /** What items are ranked by: its name in the answer, and how it is computed. */
  readonly by: { readonly name: 'score' | 'views'; readonly sql: string };
}

/**
 * One page of a ranking, the highest first. What it goes by costs too much to be computed once to
 * be counted, and again to be ordered.
 */
export async function rankItems(call: Call, { where, joins, by }: Ranking): Promise<Answer> {
  const { start, limit } = pageBounds(call);
  const page = await call.database.query<PageRow & { count: number }>(
    `with ranked as materialized (select items.gid, ${by.sql} as ${by.name} from items ${joins} ${where.sql})
     select gid, ${by.name}, count from (select count(*)::int4 as count from ranked) as total
     left join (select * from ranked order by ${by.name} desc, gid limit ${limit} offset ${start}) as page on true
     order by ${by.name} desc, gid`,
    where.parameters,
  );
  // Beyond the end there is one row, which has the count only.
  return answerPage(
    call,
    page.filter(({ gid }) => gid !== null).map(({ count: _, ...row }) => row),
    page[0]?.count ?? 0,
  );
}
