import type { Context, Hono } from 'hono';
import type { Faults } from '../faults/faults.ts';
import { readUserEntries } from '../ledger/user-entries.ts';
import type { Platform } from '../platform.ts';
import { endSession } from '../session/session-store.ts';
import { isAlive, type Session } from '../session/session.ts';
import { findReporter } from '../statistics/report/reporter.ts';
import { readText } from '../wire/read-input.ts';
import { asRefusal, Refusal } from '../wire/refusal.ts';

const path = '/__viewer';
/** A fault is a line. */
const maxFaultBytes = 1000;

/** Answers for the session of the caller. */
type Handle = (session: Session, context: Context) => Promise<Response>;

/**
 * Lets a page read the ledger of its own viewer (`GET /__viewer/ledger`), make calls of its own
 * session go wrong (`POST /__viewer/faults`), and lose that session (`DELETE /__viewer/session`).
 * The caller proves its session by a report token.
 */
export function serveViewerTools(app: Hono, platform: Platform, faults: Faults): void {
  const { database, now } = platform;
  const serve = (handle: Handle) => async (context: Context) => {
    try {
      return await handle(await findCaller(platform, context), context);
    } catch (error) {
      const refusal = asRefusal(error);
      if (!refusal) throw error; // the app's own answer to faults
      return Response.json({ error: refusal.hint }, { status: refusal.status });
    }
  };
  app.get(
    `${path}/ledger`,
    serve(async ({ id, domain, user_id: user, username }, context) => {
      const entries = user ? await readUserEntries(database, domain, user, now()) : [];
      context.header('Cache-Control', 'no-store');
      return context.json({ session: id, user: user && { id: user, name: username }, entries });
    }),
  );
  app.post(
    `${path}/faults`,
    serve(async ({ id }, context) => {
      addFault(faults, await readText(context.req.raw, maxFaultBytes), id);
      return context.json({ session: id });
    }),
  );
  app.delete(
    `${path}/session`,
    serve(async ({ id }, context) => {
      await endSession(database, id, now());
      return context.json({ session: id });
    }),
  );
}

/** The session of the report token in `Authorization`. @throws {Refusal} 401 without one. */
async function findCaller(platform: Platform, context: Context): Promise<Session> {
  const [, token = ''] = /^Bearer (.+)$/.exec(context.req.header('Authorization') ?? '') ?? [];
  const { session } = await findReporter(platform, { token, domain: undefined });
  if (!session || !isAlive(session, platform.now(), platform.sessionLifetimeSeconds)) {
    throw new Refusal(401, 'the report token must be that of a living session');
  }
  return session;
}

function addFault(faults: Faults, text: string, session: string): void {
  try {
    faults.add(text, session);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Refusal(400, error.message);
  }
}
