import type { Area } from './endpoint.ts';
import { refuseFor } from './refuse.ts';

/** The call for the report token. In a separate file, because a diagnosis needs no other row. */
export const reportToken = { method: 'GET', result: 'object', effect: 'read' } as const;

/** The part of the session area that this row needs. */
export const reportTokenArea: Area = {
  name: 'session',
  rows: { reporttoken: reportToken },
  kinds: {},
  refuseFor,
};
