import type { Area } from './endpoint.ts';
import { refuseFor } from './refuse.ts';

/**
 * What a page is told without a session: by itself, as pages of player-only domains need no other
 * row of the table.
 */
export const staticDetails = {
  method: 'GET',
  query: {
    gateway: 'text',
    nxp_devh: 'text',
    deliveryPartner: 'id',
    lng: { kind: 'number', min: -180, max: 180 },
    lat: { kind: 'number', min: -90, max: 90 },
    affiliatePartner: 'id',
    nxp_afpc: 'text',
  },
  result: 'object',
  effect: 'read',
  session: 'none',
} as const;

/** As much of the session area as that row needs. */
export const staticDetailsArea: Area = {
  name: 'session',
  rows: { staticdetails: staticDetails },
  kinds: {},
  refuseFor,
};
