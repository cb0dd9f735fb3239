import { createWhere } from '../allmedia/where.ts';
import type { Where } from '../allmedia/where.ts';
import { textOf } from '../call.ts';
import type { Call, Handler } from '../call.ts';
import { groupings } from './grouping.ts';
import { domainsOf } from './network.ts';
import { readNumbers } from './read-series.ts';
import { addSessionFilters } from './session-filters.ts';

const columns = 'count(*)::int4 as value';

/** New accounts by day. */
export const registrations: Handler = async (call) => {
  const where = byProvider(
    createWhere().and('users.domain = any(?::int8[])', domainsOf(call)),
    call,
    'users.registered_by',
  );
  return {
    result: await readNumbers(
      call,
      { from: 'users', where, moment: 'users.created_at', columns },
      groupings.byday,
    ),
  };
};

/** Logins by day. */
export const logins: Handler = async (call) => {
  const where = byProvider(
    createWhere().and('logins.domain = any(?::int8[])', domainsOf(call)),
    call,
    'logins.provider',
  );
  const from = 'logins left join sessions on sessions.id = logins.session_id';
  return {
    result: await readNumbers(
      call,
      { from, where: addSessionFilters(where, call), moment: 'logins.at', columns },
      groupings.byday,
    ),
  };
};

/** Codes of identity providers are the platform's own, so any may be asked for. */
function byProvider(where: Where, call: Call, column: string): Where {
  const provider = textOf(call, 'provider');
  return provider === undefined ? where : where.and(`${column} = ?::text`, provider);
}
