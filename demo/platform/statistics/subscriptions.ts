import { createWhere, type Where } from '../allmedia/where.ts';
import { isSet, textOf, type Call, type Handler } from '../call.ts';
import { settleDue } from '../payment/settle-due.ts';
import { Refusal } from '../wire/refusal.ts';
import { groupings } from './grouping.ts';
import { domainsOf } from './network.ts';
import { periodOf } from './period.ts';
import { readNumbers } from './read-series.ts';

/**
 * How many subscriptions were active on each day, if only for a part of it. Days that have not
 * begun yet have none: nobody knows them. `excludeTerminated` leaves one out from the day on which
 * it was ended, though it runs on to the end of what was paid.
 */
export const activeSubscriptions: Handler = async (call) => {
  const where = await scope(call);
  const period = await periodOf(call);
  const zone = where.parameter(period.timezone);
  const [from, to, now] = [
    where.parameter(period.from),
    where.parameter(period.to),
    where.parameter(call.now()),
  ];
  const begins = `(day at time zone ${zone}::text)`;
  const ends = `((day + interval '1 day') at time zone ${zone}::text)`;
  where
    .and(`subscriptions.started_at < ${ends}`)
    .and(`subscriptions.valid_until > ${begins}`)
    .and(`${begins} <= ${now}::timestamptz`);
  if (isSet(call, 'excludeTerminated')) {
    where.and(`subscriptions.terminated_at is null or subscriptions.terminated_at >= ${ends}`);
  }
  const rows = await call.database.query<{ key: string; value: number }>(
    `select to_char(day, 'YYYY-MM-DD') as key, count(*)::int4 as value
     from generate_series(${from}::date::timestamp, ${to}::date::timestamp, interval '1 day') as days (day) cross join subscriptions ${where.sql} group by 1`,
    where.parameters,
  );
  const found = new Map(rows.map((row) => [row.key, row.value]));
  return { result: new Map(groupings.byday.keys(period).map((day) => [day, found.get(day) ?? 0])) };
};

/** How many subscriptions were ended on each day, by whom or what. */
export const subscriptionTerminations: Handler = async (call) => {
  const where = createWhere().and('subscriptions.domain = any(?::int8[])', domainsOf(call));
  const reason = textOf(call, 'reason');
  if (reason !== undefined) where.and('subscriptions.terminated_by = ?::text', reason);
  return {
    result: await readNumbers(
      call,
      {
        from: 'subscriptions',
        where,
        moment: 'subscriptions.terminated_at',
        columns: 'count(*)::int4 as value',
      },
      groupings.byday,
    ),
  };
};

async function scope(call: Call): Promise<Where> {
  const [premium, standard] = [isSet(call, 'onlyPremium'), isSet(call, 'onlyStandard')];
  if (premium && standard) {
    throw new Refusal(400, 'onlyPremium must not be given with onlyStandard');
  }
  // Renewals move the end of a subscription; those that are due by now come first.
  for (const domain of domainsOf(call)) await settleDue(call.database, domain, null, call.now());
  const where = createWhere().and('subscriptions.domain = any(?::int8[])', domainsOf(call));
  if (premium) where.and('subscriptions.premium');
  return standard ? where.and('not subscriptions.premium') : where;
}
