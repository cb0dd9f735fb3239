/**
 * The options of every request: form-encoded, without redirects, caches and referrers. Without own
 * headers a request is CORS-simple: no preflight.
 */
export const requestInit = (
  method: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): RequestInit => ({
  method,
  headers: body
    ? { ...headers, 'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8' }
    : headers,
  ...(body && { body }),
  signal,
  redirect: 'error',
  cache: 'no-store',
  referrerPolicy: 'no-referrer',
});
