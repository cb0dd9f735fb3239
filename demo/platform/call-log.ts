import type { Context, MiddlewareHandler } from 'hono';
import { readReference } from './wire/read-reference.ts';

export interface LoggedCall {
  readonly seq: number;
  /** When it arrived, in unix milliseconds of the machine's own clock. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly status: number;
  /** Until the answer was ready, in milliseconds. */
  readonly durationMs: number;
  /** The caller's own reference of the call (`cfo`), from its query or its body. */
  readonly ref?: string | undefined;
}

/**
 * What reached the platform, for tests. Preflights are in it; bodies too, so it must never be on
 * where secrets are real.
 */
export interface CallLog {
  readonly record: MiddlewareHandler;
  readonly show: (context: Context) => Response;
  readonly calls: readonly LoggedCall[];
}

const shownHeaders = [
  'content-type',
  'origin',
  'referer',
  'user-agent',
  'x-request-cid',
  'x-request-token',
  'access-control-request-headers',
  'access-control-request-method',
];
/** More than the longest test sends. */
const maxCalls = 20_000;

export function createCallLog(): CallLog {
  const calls: LoggedCall[] = [];
  let seq = 0;
  return {
    calls,
    async record(context, next) {
      const at = Date.now();
      const url = new URL(context.req.url);
      const body = context.req.method === 'GET' ? '' : await context.req.raw.clone().text();
      const ref = readReference(url.searchParams, body, context.req.header('Content-Type'));
      const startedMs = performance.now();
      await next();
      const durationMs = performance.now() - startedMs;
      const headers = Object.fromEntries(
        shownHeaders
          .map((name) => [name, context.req.header(name) ?? ''])
          .filter(([, value]) => value),
      );
      calls.push({
        seq: ++seq,
        at,
        method: context.req.method,
        path: url.pathname,
        query: url.search,
        headers,
        body,
        status: context.res.status,
        durationMs,
        ...(ref !== undefined && { ref }),
      });
      if (calls.length > maxCalls) calls.shift();
    },
    /**
     * `?since=` a moment in unix milliseconds, `?after=` a sequence number, `?domain=` a tenant,
     * `?ref=` the reference of a call.
     */
    show(context) {
      const [since, after, domain, ref] = [
        Number(context.req.query('since') ?? 0),
        Number(context.req.query('after') ?? 0),
        context.req.query('domain'),
        context.req.query('ref'),
      ];
      const shown = calls.filter(
        (call) =>
          call.at >= since &&
          call.seq > after &&
          (ref === undefined || call.ref === ref) &&
          (!domain || call.path.startsWith(`/v3.1/${domain}/`)),
      );
      return context.json(shown, 200, { 'Cache-Control': 'no-store' });
    },
  };
}
