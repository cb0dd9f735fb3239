import type { Context } from 'hono';
import { writeJson } from './json.ts';

export interface Paging {
  readonly start: number;
  readonly limit: number;
  readonly resultcount: number;
}

/** What a handler answers with. */
export interface Answer {
  readonly result: unknown;
  readonly paging?: Paging;
}

export interface Outcome extends Partial<Answer> {
  readonly status: number;
  readonly hint?: string;
  /** In seconds; goes out as the header of this name. */
  readonly retryAfter?: number | undefined;
}

/** The path behind version and domain, as it was sent: `/allmedia/latest`. */
export function pathWithin(context: Context): string {
  return new URL(context.req.url).pathname.replace(/^\/v3\.1(\/\d+(?=\/))?/, '');
}

/** Puts an outcome into the one shape that every answer has, good or bad. */
export function respond(
  context: Context,
  outcome: Outcome,
  about: { startedMs: number; calledFor?: string | undefined; domain?: string | undefined },
): Response {
  const metadata = {
    status: outcome.status,
    apiversion: '3.1',
    verb: context.req.method,
    processingtime: Math.max(0, Math.round(performance.now() - about.startedMs)) / 1000,
    calledwith: pathWithin(context),
    ...(about.calledFor !== undefined && { calledfor: about.calledFor }),
    fordomain: Number(about.domain ?? 0),
    fromstage: 0,
    fromcache: 0,
    ...(outcome.hint && { errorhint: outcome.hint }),
  };
  const body = writeJson({
    metadata,
    result: outcome.result ?? {},
    ...(outcome.paging && { paging: outcome.paging }),
  });
  return new Response(body, {
    status: outcome.status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(outcome.retryAfter !== undefined && { 'Retry-After': String(outcome.retryAfter) }),
    },
  });
}
