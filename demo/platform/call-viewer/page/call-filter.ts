import type { LoggedCall } from '../../call-log.ts';

/** Which calls are shown. Empty members show all. */
export interface CallFilter {
  /** A part of the endpoint, as `payment/`. */
  readonly endpoint: string;
  /** A status as `401`, a class as `4xx`, or `failed`. */
  readonly status: string;
  /** A session ID, or its beginning. */
  readonly session: string;
  /** The caller's reference (`cfo`), or its beginning. */
  readonly reference: string;
  /** The shortest duration, in milliseconds. */
  readonly minDurationMs: number;
}

/** The names of the filters in the address of the page. */
export const filterNames = ['endpoint', 'status', 'session', 'ref', 'ms'] as const;

export function readFilter(query: URLSearchParams): CallFilter {
  const text = (name: (typeof filterNames)[number]): string => (query.get(name) ?? '').trim();
  return {
    endpoint: text('endpoint').toLowerCase(),
    status: text('status').toLowerCase(),
    session: text('session'),
    reference: text('ref'),
    minDurationMs: Number(text('ms')) || 0,
  };
}

/** The path behind version and domain: `payment/itemstate`. */
export function endpointOf({ path }: LoggedCall): string {
  return path.replace(/^\/v3\.1(?:\/\d+(?=\/))?\//, '').replace(/^\//, '');
}

export function sessionOf({ headers }: LoggedCall): string {
  return headers['x-request-cid'] ?? '';
}

export function isShown(call: LoggedCall, filter: CallFilter): boolean {
  return (
    endpointOf(call).toLowerCase().includes(filter.endpoint) &&
    hasStatus(call.status, filter.status) &&
    sessionOf(call).startsWith(filter.session) &&
    (call.ref ?? '').startsWith(filter.reference) &&
    call.durationMs >= filter.minDurationMs
  );
}

function hasStatus(status: number, wanted: string): boolean {
  if (wanted === 'failed') return status >= 400;
  const [, group] = /^([1-5])xx$/.exec(wanted) ?? [];
  if (group) return Math.floor(status / 100) === Number(group);
  return String(status).startsWith(wanted);
}
