import type { MiddlewareHandler } from 'hono';

/** How long a browser may keep what a preflight said: the longest that Chromium honours. */
const preflightSeconds = 7200;

/**
 * Pages of every origin may call, with any header: clients on servers and pages send several
 * `X-Request-…`.
 */
export const cors: MiddlewareHandler = async (context, next) => {
  if (context.req.method === 'OPTIONS') {
    return preflight(context.req.header('Access-Control-Request-Headers'));
  }
  await next();
  const { headers } = context.res;
  headers.set('Access-Control-Allow-Origin', '*');
  headers.set('Access-Control-Expose-Headers', 'Retry-After, Content-Length, Content-Range, Date');
  headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
  headers.set('Timing-Allow-Origin', '*');
  headers.set('X-Content-Type-Options', 'nosniff');
  return undefined;
};

function preflight(askedHeaders: string | undefined): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, DELETE, OPTIONS',
      'Access-Control-Allow-Headers':
        askedHeaders ?? 'Content-Type, Range, X-Request-CID, X-Request-Token',
      'Access-Control-Max-Age': String(preflightSeconds),
      Vary: 'Access-Control-Request-Headers',
    },
  });
}
