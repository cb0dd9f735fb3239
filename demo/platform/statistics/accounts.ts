import { createWhere, type Where } from '../allmedia/where.ts';
import { textOf, type Call, type Handler } from '../call.ts';
import { groupings } from './grouping.ts';
import { domainsOf } from './network.ts';
import { readNumbers } from './read-series.ts';
import { addSessionFilters } from './session-filters.ts';

const countColumn = 'count(*)::int4 as value';

/** New accounts by day. */
export const registrations: Handler = async (call) => {
  const where = addProviderFilter(
    createWhere().and('users.domain = any(?::int8[])', domainsOf(call)),
    call,
    'users.registered_by',
  );
  return {
    result: await readNumbers(
      call,
      { from: 'users', where, moment: 'users.created_at', columns: countColumn },
      groupings.byday,
    ),
  };
};

/** Logins by day. */
export const logins: Handler = async (call) => {
  const where = addProviderFilter(
    createWhere().and('logins.domain = any(?::int8[])', domainsOf(call)),
    call,
    'logins.provider',
  );
  const from = 'logins left join sessions on sessions.id = logins.session_id';
  return {
    result: await readNumbers(
      call,
      { from, where: addSessionFilters(where, call), moment: 'logins.at', columns: countColumn },
      groupings.byday,
    ),
  };
};

/** Filters by the parameter `provider`. Any code is allowed: an unknown one counts nothing. */
function addProviderFilter(where: Where, call: Call, column: string): Where {
  const provider = textOf(call, 'provider');
  return provider === undefined ? where : where.and(`${column} = ?::text`, provider);
}
