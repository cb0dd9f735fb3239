import type { Context } from 'hono';

/** A browser asks again each time, and is told when nothing has changed. */
export function sendResponse(
  context: Context,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
  status = 200,
): Response {
  const all = {
    ...headers,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
  };
  const unchanged = headers['ETag'] && context.req.header('If-None-Match') === headers['ETag'];
  return unchanged
    ? new Response(null, { status: 304, headers: all })
    : new Response(body, { status, headers: all });
}
