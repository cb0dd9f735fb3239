import type { Area } from './endpoint.ts';
import { refuseFor } from './refuse.ts';

// The calls that every page sends sooner or later, without the rest of the session's table.
export const keepalive = { method: 'POST', result: 'object', effect: 'change' } as const;
export const logout: typeof keepalive = keepalive;

/** The part of the session area that these rows need. */
export const keepaliveArea: Area = {
  name: 'session',
  rows: { keepalive, logout },
  kinds: {},
  refuseFor,
};
