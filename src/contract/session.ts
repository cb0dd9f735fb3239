import type { Area } from './endpoint.ts';
import { init } from './init.ts';
import { keepalive, logout } from './keepalive.ts';
import { refuseFor } from './refuse.ts';
import { reportToken } from './report-token.ts';
import { staticDetails } from './static-details.ts';
import { validateCall } from './validate-call.ts';

/** Endpoints under `/session`. */
export const sessionRows = {
  init: init as typeof init,
  generatedirectoryloginurl: {
    method: 'POST',
    query: { host: 'text' },
    result: 'object',
    effect: 'change',
  },
  login: {
    method: 'POST',
    body: {
      provider: { kind: 'text', known: ['hash', 'broadcast', 'secondscreen', 'manual'] },
      token: { kind: 'text', secret: true },
      username: { kind: 'text', personal: true },
      password: { kind: 'text', secret: true },
      vouchercode: { kind: 'text', secret: true },
      host: 'text',
    },
    rules: [
      { field: 'username', when: 'provider', only: 'manual' },
      { field: 'password', when: 'provider', only: 'manual' },
    ],
    result: 'object',
    effect: 'change',
  },
  keepalive: keepalive as typeof keepalive,
  logout: logout as typeof logout,
  staticdetails: staticDetails as typeof staticDetails,
  reporttoken: reportToken as typeof reportToken,
  currentweather: {
    method: 'GET',
    query: {
      lat: { kind: 'number', min: -90, max: 90 },
      lng: { kind: 'number', min: -180, max: 180 },
    },
    result: 'object',
    effect: 'read',
    session: 'optional',
  },
} as const;

export const session: Area = {
  name: 'session',
  rows: sessionRows,
  kinds: {},
  refuseFor,
  validateCall,
};
