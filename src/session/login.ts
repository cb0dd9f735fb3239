import type { Clock } from '../browser/clock.ts';
import type { ValuesOf } from '../contract/endpoint.ts';
import { session as sessionArea } from '../contract/session.ts';
import type { sessionRows } from '../contract/session.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { AbortedError } from '../errors/aborted-error.ts';
import { LoginFailedError } from '../errors/login-failed-error.ts';
import { MalformedError } from '../errors/malformed-error.ts';
import { isUsherError } from '../errors/usher-error.ts';
import { enter, keep } from './held.ts';
import type { EmitSession } from './session-events.ts';
import type { Settings } from './settings.ts';
import { sessionOf } from './read-opening.ts';
import type { OpenedSession } from './read-opening.ts';
import type { Request, RequestOptions } from './request.ts';
import type { SessionDriver } from './session.ts';
import type { User } from './session-state.ts';

/** How a viewer proves who they are: fields of `POST /session/login`. */
export type LoginValues = ValuesOf<typeof sessionRows.login>;

export interface LoginOptions {
  readonly session: SessionDriver;
  readonly request: Request;
  readonly settings: Settings;
  readonly dialect: Partial<Dialect>;
  readonly clock: Clock;
  readonly emit: EmitSession;
}

/** Statuses by which a platform refuses credentials. */
const refusals = [400, 401, 403, 404, 410, 422];

/** Logs in within the present session, and takes over the session that the platform answers with. */
export async function login({ session, request, settings, dialect, clock, emit }: LoginOptions, values: LoginValues, options?: RequestOptions): Promise<User> {
  const { result } = await request(sessionArea, 'login', values, options).catch((error: unknown) => {
    throw isUsherError(error, 'platform') && refusals.includes(error.status!) ? new LoginFailedError(error.status!, error.hint) : error;
  });
  const { held } = session;
  held.upkeep.sync?.();
  const before = session.current();
  if (!before) throw new AbortedError(); // logged out meanwhile, perhaps in another tab
  const opened = sessionOf(result, before.hash, settings, dialect);
  if (!opened?.user) throw new MalformedError('session/login: the answer names no user');
  // What the answer does not say stays as it was.
  const said = JSON.parse(JSON.stringify(opened)) as OpenedSession;
  const now = { ...before, ...said, geo: { ...before.geo, ...said.geo }, data: { ...before.data, ...said.data }, at: clock.now() };
  keep(held, now);
  enter(held, now);
  const user = session.$user.get()!;
  emit('login', user);
  return user;
}
