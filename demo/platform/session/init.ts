import { isSet, textOf, type Call } from '../call.ts';
import { queryOne } from '../database/database.ts';
import type { Answer } from '../wire/envelope.ts';
import { isStorableId } from '../wire/id.ts';
import { wireId } from '../wire/json.ts';
import { Refusal } from '../wire/refusal.ts';
import { addedData } from './added-data.ts';
import { createDeviceHash, isDeviceId } from './device-hash.ts';
import { countryAt } from './geo.ts';
import { createPageSecret } from './page-secret.ts';
import { createSessionId } from './session-id.ts';
import { sessionResult } from './session-result.ts';
import { findSession, holdSession, insertSession, updateSession } from './session-store.ts';
import { isAlive, type Session, type SessionDetails } from './session.ts';

/** Opens a session, or goes on with `currentSession` while that lives. */
export async function init(call: Call): Promise<Answer> {
  if (call.domain.player_only && !isSet(call, 'forcePersistantSession')) {
    throw new Refusal(
      403,
      'this domain is player-only: use staticdetails, or set forcePersistantSession',
    );
  }
  const device = textOf(call, 'nxp_devh');
  if (device && !isDeviceId(device)) {
    throw new Refusal(
      400,
      'nxp_devh must be a device hash, as 4:1500496747:178989, or 1 to 128 visible ASCII characters',
    );
  }
  const resumed = await resume(call, device);
  const session = resumed ?? (await open(call, device ?? createDeviceHash(call.now())));
  const result = await sessionResult(call, call.domain, session, !resumed);
  return {
    result: { ...result, ...userData(session), ...(await addedData(call, session.language)) },
  };
}

/** What a login adds to the result. */
export function userData(session: Session): { userdata?: Record<string, unknown> } {
  return session.user_id
    ? {
        userdata: {
          uid: wireId(session.user_id),
          username: session.username,
          userhash: session.userhash,
        },
      }
    : {};
}

/**
 * Goes on with `currentSession`, when it lives and belongs to this device. It is held before it is
 * read: a login or a logout at the same moment comes before or after.
 */
async function resume(call: Call, device: string | undefined): Promise<Session | undefined> {
  const id = textOf(call, 'currentSession');
  if (!id || !isStorableId(id)) return undefined;
  return call.database.transaction(async (database) => {
    if (!(await holdSession(database, id))) return undefined;
    const session = await findSession(database, call.domain.id, id);
    if (!session || session.lasting || session.device !== device) return undefined;
    if (!isAlive(session, call.now(), call.sessionLifetimeSeconds)) return undefined;
    const details = { ...session.details, ...readDetails(call) };
    const user = (await userOfHash({ ...call, database })) ?? session.user_id;
    await updateSession(
      database,
      id,
      { user_id: user, ...whereabouts(call, details, session), details },
      call.now(),
    );
    return findSession(database, call.domain.id, id);
  });
}

async function open(call: Call, device: string): Promise<Session> {
  const details = readDetails(call);
  const id = createSessionId();
  await call.database.query(
    `insert into devices (domain, hash, first_seen, sessions) values ($1, $2, $3, 1)
     on conflict (domain, hash) do update set sessions = devices.sessions + 1`,
    [call.domain.id, device, call.now()],
  );
  const user_id = (await userOfHash(call)) ?? null;
  await insertSession(
    call.database,
    {
      id,
      domain: call.domain.id,
      device,
      ...createPageSecret(device),
      user_id,
      ...whereabouts(call, details, call.domain),
      details,
    },
    call.now(),
  );
  return (await findSession(call.database, call.domain.id, id))!;
}

/** A user hash of an earlier login; one that is not known leaves the session without a user. */
async function userOfHash(call: Call): Promise<string | undefined> {
  const hash = textOf(call, 'nxp_userh');
  if (!hash) return undefined;
  return (
    await queryOne<{ id: string }>(
      call.database,
      'select id from users where domain = $1 and hash = $2',
      [call.domain.id, hash],
    )
  )?.id;
}

const kept = [
  'gateway',
  'adGateway',
  'portal',
  'deliveryPartner',
  'nxp_afpc',
  'deviceName',
  'linkOrigin',
  'externalUserReference',
  'affiliatePartner',
  'campaign',
  'lat',
  'lng',
] as const;

function readDetails(call: Call): SessionDetails {
  return Object.fromEntries(
    kept.filter((name) => call.values[name] !== undefined).map((name) => [name, call.values[name]]),
  );
}

function whereabouts(
  call: Call,
  details: SessionDetails,
  otherwise: { country: string; language: string },
): { country: string; language: string } {
  return {
    country: countryAt(details.lat, details.lng) ?? otherwise.country,
    language: textOf(call, 'explicitLanguage')?.toLowerCase() ?? otherwise.language,
  };
}
