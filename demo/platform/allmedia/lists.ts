import { numberOf, type Handler } from '../call.ts';
import { listItems } from './list-items.ts';
import { mediaFilter } from './media-filter.ts';
import { latestFirst, mediaOrder } from './order.ts';
import { rankItems } from './ranked.ts';

/** Days that a ranking looks back when nothing is said: the longest that can be asked for. */
const defaultTimeframe = 30;

export const all: Handler = (call) =>
  listItems(call, { where: mediaFilter(call), orderBy: mediaOrder(call) });

export const latest: Handler = (call) =>
  listItems(call, { where: mediaFilter(call), orderBy: latestFirst });

/** Picks come best rated first. */
export const picked: Handler = (call) =>
  listItems(call, {
    where: mediaFilter(call).and('picked'),
    orderBy: 'rating desc nulls last, gid',
  });

export const evergreens: Handler = (call) =>
  listItems(call, { where: mediaFilter(call).and('evergreen'), orderBy: mediaOrder(call) });

export const forKids: Handler = (call) =>
  listItems(call, { where: mediaFilter(call).and('for_kids'), orderBy: mediaOrder(call) });

export const withAwards: Handler = (call) =>
  listItems(call, {
    where: mediaFilter(call).and('exists (select from awards where awards.gid = items.gid)'),
    orderBy: mediaOrder(call),
  });

export const mostActive: Handler = ranking('view');
export const mostActiveExternal: Handler = ranking('viewexternal');

/** Items by the number of recorded events within the timeframe; who has none is not in it. */
function ranking(kind: 'view' | 'viewexternal'): Handler {
  return (call) => {
    const where = mediaFilter(call);
    const sinceMs =
      call.now().getTime() - (numberOf(call, 'timeframe') ?? defaultTimeframe) * 86_400_000;
    const [domain, since, until] = [
      where.parameter(call.domain.id),
      where.parameter(new Date(sinceMs)),
      where.parameter(call.now()),
    ];
    const joins = `join (
      select gid as viewed, count(*)::int4 as views from media_events
      where domain = ${domain} and kind = '${kind}' and at > ${since} and at <= ${until} group by gid
    ) as activity on viewed = items.gid`;
    return rankItems(call, { where, joins, by: { name: 'views', sql: 'views' } });
  };
}
