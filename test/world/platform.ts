import { createChance, type Chance } from './chance.ts';
import { createPayments, type Payments } from './payments.ts';
import type { PaymentProvider } from './provider.ts';
import { startMs } from './start-ms.ts';
import { viewers } from './viewers.ts';
import {
  refuse,
  reply,
  type AnswerInSession,
  type Arrived,
  type PlatformHabits,
  type PlatformSession,
  type Reply,
} from './wire.ts';

/** The platform, with its own record of sessions, charges and grants. */
export interface WorldPlatform {
  readonly answer: (request: Arrived, nowMs: number) => Reply;
  readonly sessions: ReadonlyMap<string, PlatformSession>;
  readonly payments: Payments;
  readonly isAlive: (id: string | null, nowMs: number) => boolean;
  /** The platform restarts, and has lost all sessions. */
  readonly restart: () => void;
  /**
   * The platform gives the sessions that have a user to another one, by itself. `only`: just this
   * session. Whether it gave any.
   */
  readonly handSessionTo: (user: string | null, nowMs: number, only?: string) => boolean;
  readonly userOf: (session: string | null) => string | null;
}

/** After 15 min without a keepalive a session is over. */
const lifetimeMs = 900_000;
/** The digits of session IDs: more than a JavaScript number holds. */
const digitsOfId = 19;

function openedReply({ id, user, deviceHash }: PlatformSession, isNew: boolean): Reply {
  const known = viewers.find((viewer) => viewer.id === user);
  return reply({
    general: {
      cid: id,
      isNewSession: Number(isNew),
      clid: 741,
      uid: Number(user ?? 0),
      geocode: 'DE',
      gateway: 'desktop',
      language: 'de',
    },
    device: { domaintoken: `${deviceHash.length}0123456789-secret-of-${id}-9876543210` },
    ...(known && {
      userdata: { uid: Number(known.id), username: known.name, userhash: known.hash },
      // A part that the runtime does not know. It belongs to this user alone.
      [`part-${known.id}`]: { of: `favourites-of-${known.name}` },
    }),
    pricemodel: { currency: 'EUR' },
  });
}

export function createPlatform(
  seed: number,
  habits: PlatformHabits,
  provider: PaymentProvider,
): WorldPlatform {
  const chance = createChance(seed + 1);
  const sessions = new Map<string, PlatformSession>();
  const lastOfDevice = new Map<string, string>();
  const isAlive = (id: string | null, now: number): boolean => {
    const session = sessions.get(id ?? '');
    return !!session && !session.isOver && now - session.aliveAt <= lifetimeMs;
  };

  const open = (deviceHash: string, user: string | null, now: number): PlatformSession => {
    const again = habits.ids === 'again' ? lastOfDevice.get(deviceHash) : undefined;
    const id = habits.sessionId ?? again ?? newId(chance, habits);
    const session: PlatformSession = {
      id,
      deviceHash,
      user,
      aliveAt: now,
      openedAt: now,
      isOver: false,
      owners: [{ user, from: now }],
    };
    sessions.set(id, session);
    lastOfDevice.set(deviceHash, id);
    return session;
  };

  const init = ({ values }: Arrived, now: number): Reply => {
    const deviceHash = values.get('nxp_devh') ?? '';
    const current = values.get('currentSession');
    const byHash = viewers.find(({ hash }) => hash === values.get('nxp_userh'));
    const byReference = viewers.find(
      ({ reference }) => reference === values.get('externalUserReference'),
    );
    const earlier = isAlive(current, now) ? sessions.get(current!) : undefined;
    if (earlier?.deviceHash !== deviceHash) {
      const opened = open(deviceHash, byHash?.id ?? byReference?.id ?? null, now);
      opened.isByReference = !byHash && !!byReference;
      return openedReply(opened, true);
    }
    earlier.aliveAt = now;
    if (byHash && (habits.hashDecides || earlier.user === null)) earlier.user = byHash.id;
    if (byReference && earlier.user === null) {
      Object.assign(earlier, { user: byReference.id, isByReference: true });
    }
    earlier.owners.push({ user: earlier.user, from: now });
    return openedReply(earlier, false);
  };

  const login: AnswerInSession = (session, { values }, now) => {
    const user = viewers.find(
      ({ name, password, hash }) =>
        (name === values.get('username') && password === values.get('password')) ||
        (values.get('provider') === 'hash' && hash === values.get('token')),
    );
    // A hint may name a viewer.
    if (!user) return refuse(401, `username or password wrong: ${values.get('username')}`);
    if (habits.renames && habits.ids !== 'again') {
      session.isOver = true;
      return openedReply(open(session.deviceHash, user.id, now), false);
    }
    Object.assign(session, { user: user.id, aliveAt: now, isByReference: false });
    session.owners.push({ user: user.id, from: now });
    return openedReply(session, false);
  };

  const payments = createPayments(provider, habits);
  const within: Readonly<Record<string, AnswerInSession>> = {
    ...payments.answers,
    'session/login': login,
    'session/keepalive': (session, _request, now) => {
      session.aliveAt = now;
      return reply({ status: 'ok' });
    },
    'session/logout': (session) => {
      session.isOver = true;
      return reply({ status: 'ok' });
    },
    'session/reporttoken': ({ id, user }, _request, now) =>
      reply({
        general: { reporttoken: `token-for-${user}-in-${id}&se=${tokenEnd(now)}` },
      }),
    'allmedia/latest': ({ user }) =>
      reply([{ general: { ID: 1, GID: 11, title: `latest-for-${user}`, streamtype: 'video' } }]),
    // The file of a film is for the viewer who may watch it.
    'allmedia/byglobalid/107': ({ user }) =>
      reply({
        general: { ID: 7, GID: 107, title: 'Film', streamtype: 'video' },
        streamdata: { url: `https://files.test/film-for-${user}.mp4`, type: 'video/mp4' },
      }),
    'system/languagecodes': () => reply([{ code: 'de', title: 'German' }]),
    'statistics/viewsbyday': () => reply({ '2026-11-02': 812, '2026-11-01': 3 }),
    'session/generatedirectoryloginurl': ({ user }) =>
      reply({ general: { url: `https://directory.test/${user}` } }),
  };
  return {
    sessions,
    payments,
    isAlive,
    answer(request, now) {
      if (request.id === 'session/init') return init(request, now);
      if (request.id === 'session/staticdetails') {
        return reply({ general: { clid: 741, language: 'de' } });
      }
      const act = within[request.id];
      if (!act) return refuse(404, 'there is no such endpoint');
      if (!request.session) return refuse(401, 'no session was given');
      if (!isAlive(request.session, now)) return refuse(401, 'the session has expired');
      return act(sessions.get(request.session)!, request, now);
    },
    restart() {
      for (const session of sessions.values()) session.isOver = true;
    },
    handSessionTo(user, now, only) {
      const given = [...sessions.values()].filter(
        ({ id, user: before }) =>
          isAlive(id, now) && before !== null && (only === undefined || id === only),
      );
      for (const session of given) {
        Object.assign(session, { user, isByReference: false });
        session.owners.push({ user, from: now });
      }
      return given.length > 0;
    },
    userOf: (id) => sessions.get(id ?? '')?.user ?? null,
  };
}

/** The end of a report token, in seconds since 1970. */
const tokenEnd = (now: number): number => Math.floor((startMs + now) / 1000) + 900;

function newId(chance: Chance, { ids }: PlatformHabits): string {
  const digits = Array.from({ length: digitsOfId - 1 }, () => Math.floor(chance() * 10)).join('');
  const number = `${1 + Math.floor(chance() * 9)}${digits}`;
  return ids === 'ascii' ? `s-${number}~'%+&=` : number;
}
