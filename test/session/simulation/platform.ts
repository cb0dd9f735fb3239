import { createChance } from './chance.ts';

/** A request at the platform. */
export interface Arrived {
  /** Area and name, as `session/init`. */
  readonly id: string;
  /** Query and body together. */
  readonly values: URLSearchParams;
  /** The session that it carries. */
  readonly session: string | null;
}

export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** A session at the platform. */
export interface Session {
  readonly id: string;
  readonly hash: string;
  user: string | undefined;
  aliveAt: number;
}

/** The answer to a call within a session, by endpoint ID. */
export type Answers = Readonly<
  Record<string, (session: Session, request: Arrived, nowMs: number) => Reply>
>;

/** The platform behind the network, with the endpoints of sessions. */
export interface Platform {
  readonly answer: (request: Arrived, nowMs: number) => Reply;
  /** The platform restarts, and has lost all sessions. */
  readonly restart: () => void;
  /** From now on a user hash logs in this user; `null`: no user, as with an expired hash. */
  readonly mistake: (user: string | null | undefined) => void;
  readonly isAlive: (id: string, nowMs: number) => boolean;
}

const lifetimeMs = 900_000;

export const reply = (result: unknown, status = 200, errorhint?: string): Reply => ({
  status,
  text: JSON.stringify({ metadata: { status, errorhint }, result }),
});
export const refuse = (status: number, hint: string): Reply => reply({}, status, hint);

const opened = ({ id, user }: Session, isNew: boolean): Reply =>
  reply({
    general: {
      cid: id,
      isNewSession: Number(isNew),
      clid: 741,
      uid: user ? Number(user) : 0,
      geocode: 'DE',
      gateway: 'desktop',
      language: 'de',
    },
    ...(user && {
      userdata: { uid: Number(user), username: `viewer ${user}`, userhash: `hash-of-${user}` },
    }),
  });

/** The digits of session IDs. */
const lengthOfId = 19;

/**
 * With `renames`, a login answers with a session of another ID, and the earlier session ends.
 * Without `id`, session IDs are random.
 */
export function createPlatform(
  seed: number,
  renames: boolean,
  id?: string,
  more: Answers = {},
): Platform {
  const chance = createChance(seed);
  const sessions = new Map<string, Session>();
  let mistaken: string | null | undefined;
  const isAlive = (id: string | null, now: number): boolean =>
    now - (sessions.get(id ?? '')?.aliveAt ?? -Infinity) <= lifetimeMs;
  const open = (hash: string, user: string | undefined, now: number): Session => {
    const digits = Array.from({ length: lengthOfId - 1 }, () => Math.floor(chance() * 10)).join('');
    const session = {
      id: id ?? `${1 + Math.floor(chance() * 9)}${digits}`,
      hash,
      user,
      aliveAt: now,
    };
    sessions.set(session.id, session);
    return session;
  };
  const init = ({ values }: Arrived, now: number): Reply => {
    const [hash, current, userHash] = ['nxp_devh', 'currentSession', 'nxp_userh'].map((name) =>
      values.get(name),
    ) as [string, string | null, string | null];
    const user =
      mistaken !== undefined && userHash
        ? (mistaken ?? undefined)
        : userHash?.replace('hash-of-', '');
    const earlier = isAlive(current, now) ? sessions.get(current!)! : undefined;
    if (earlier?.hash !== hash) return opened(open(hash, user, now), true);
    Object.assign(earlier, { aliveAt: now, user: user ?? earlier.user });
    return opened(earlier, false);
  };
  const login = (session: Session, { values }: Arrived, now: number): Reply => {
    const user = /^viewer(\d+)$/.exec(values.get('username') ?? '')?.[1];
    if (!user) return refuse(401, 'username or password wrong');
    if (renames) {
      sessions.delete(session.id);
      return opened(open(session.hash, user, now), false);
    }
    Object.assign(session, { user, aliveAt: now });
    return opened(session, false);
  };
  const within: Answers = {
    ...more,
    'session/login': login,
    'session/keepalive': (session, _, now) => {
      session.aliveAt = now;
      return reply({ status: 'ok' });
    },
    'session/logout': ({ id }) => {
      sessions.delete(id);
      return reply({ status: 'ok' });
    },
    'allmedia/latest': ({ user }) =>
      reply([{ general: { ID: 1, title: `for ${user ?? 'everybody'}` } }]),
    'session/generatedirectoryloginurl': () =>
      reply({ general: { url: 'https://directory.test/' } }),
  };
  return {
    answer(request, now) {
      if (request.id === 'session/init') return init(request, now);
      if (request.id === 'session/staticdetails') {
        return reply({ general: { clid: 741, language: 'de' } });
      }
      const act = within[request.id];
      if (!act) return refuse(404, 'there is no such endpoint');
      if (!request.session) {
        return request.id === 'allmedia/latest' ? reply([]) : refuse(401, 'no session was given');
      }
      if (!isAlive(request.session, now)) return refuse(401, 'the session has expired');
      return act(sessions.get(request.session)!, request, now);
    },
    restart: () => sessions.clear(),
    mistake: (user) => void (mistaken = user),
    isAlive,
  };
}
