import type { Area } from './endpoint.ts';
import { refuseFor } from './refuse.ts';

/** The report token: it stands by itself, so that a diagnosis needs no more of the table. */
export const reportToken = { method: 'GET', result: 'object', effect: 'read' } as const;

/** As much of the session area as that row needs. */
export const reportTokenArea: Area = {
  name: 'session',
  rows: { reporttoken: reportToken },
  kinds: {},
  refuseFor,
};
