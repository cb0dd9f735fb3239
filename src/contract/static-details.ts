import type { Area } from './endpoint.ts';
import { refuseFor } from './refuse.ts';

/**
 * The call for the details without a session. In a separate file, because pages of player-only
 * domains need no other row.
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

/** The part of the session area that this row needs. */
export const staticDetailsArea: Area = {
  name: 'session',
  rows: { staticdetails: staticDetails },
  kinds: {},
  refuseFor,
};
