import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { pathWithin, respond } from '../wire/envelope.ts';
import { formatFault, parseFault, type Fault } from './fault.ts';

/** The faults of a platform that goes wrong on purpose. The first one that names a call counts. */
export interface Faults {
  /**
   * Adds a fault by its text: for the calls of one session, or without it for all. A session has
   * ten at most; then the oldest one is dropped.
   *
   * @throws {RangeError} where it cannot be read
   */
  add(text: string, session?: string): void;
  /** The texts of those that are left, with the number of times that is left. */
  list(): readonly string[];
  clear(): void;
  readonly apply: MiddlewareHandler;
}

interface Standing {
  readonly fault: Fault;
  readonly session: string | undefined;
  timesLeft: number;
}

const maxPerSession = 10;
/** Sessions end, and their faults would stay. */
const maxOfSessions = 1000;

export function createFaults(): Faults {
  let standing: Standing[] = [];

  const take = (endpoint: string, caller: string | undefined): Fault | undefined => {
    const found = standing.find(
      ({ fault, session }) =>
        isMeant(fault.where, endpoint) && (session === undefined || session === caller),
    );
    if (!found) return undefined;
    found.timesLeft--;
    standing = standing.filter(({ timesLeft }) => timesLeft > 0);
    return found.fault;
  };

  return {
    add(text, session) {
      const fault = parseFault(text);
      standing.push({ fault, session, timesLeft: fault.times ?? Infinity });
      if (session === undefined) return;
      standing = withoutOldest(standing, (one) => one.session === session, maxPerSession);
      standing = withoutOldest(standing, (one) => one.session !== undefined, maxOfSessions);
    },
    list: () =>
      standing.map(({ fault, timesLeft }) =>
        formatFault(fault.times === undefined ? fault : { ...fault, times: timesLeft }),
      ),
    clear() {
      standing = [];
    },
    async apply(context, next) {
      const [, area = '', name = ''] = pathWithin(context).split('/');
      const fault = take(`${area}/${name}`, context.req.header('X-Request-CID'));
      if (!fault) return next();
      return misbehave(fault, context, next);
    },
  };
}

/** Drops the oldest of those that are meant, where there are more than `max`. */
function withoutOldest(
  standing: readonly Standing[],
  isOne: (one: Standing) => boolean,
  max: number,
): Standing[] {
  const meant = standing.filter(isOne);
  const dropped = new Set(meant.slice(0, Math.max(0, meant.length - max)));
  return standing.filter((one) => !dropped.has(one));
}

const isMeant = (where: string, endpoint: string): boolean =>
  where === '*' || where === endpoint || where === `${endpoint.split('/')[0]}/*`;

async function misbehave(
  fault: Fault,
  context: Context,
  next: () => Promise<void>,
): Promise<Response | void> {
  switch (fault.kind) {
    case 'delay':
      await sleep(fault.ms);
      return next();
    case 'status':
      return refuse(context, fault.status, 'the platform fails on purpose');
    case 'lose session':
      return refuse(context, 401, 'the session of X-Request-CID is unknown on this domain');
    case 'lose request':
      return breakConnection(context);
    case 'lose answer':
      await next();
      context.res = breakConnection(context);
      return undefined;
    case 'unreadable answer':
      await next();
      context.res = new Response('<html>502</html>', { headers: { 'Content-Type': 'text/html' } });
      return undefined;
  }
}

function refuse(context: Context, status: number, hint: string): Response {
  return respond(context, { status, hint }, { startedMs: performance.now() });
}

/**
 * Ends the connection within an answer. Where nothing had arrived, a browser would send the request
 * again by itself on another connection.
 */
function breakConnection(context: Context<{ Bindings: HttpBindings }>): Response {
  const { socket } = context.env.incoming;
  socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{', () => socket.destroy());
  // Tells the server adapter that the answer is out.
  return new Response(null, { headers: { 'x-hono-already-sent': 'true' } });
}
