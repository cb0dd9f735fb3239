import type { Area } from './endpoint.ts';
import { flag, id, number, text, twoLetters } from './field.ts';

/** Endpoints under `/session`. */
export const sessionRows = {
  init: {
    method: 'POST',
    query: {
      addDomainData: 'flag', addAdModel: 'flag', addPriceModel: 'flag', addTextTemplates: 'flag', addChannels: 'flag',
      addFormats: 'flag', addCampaigns: 'flag',
    },
    body: {
      explicitLanguage: 'language', gateway: 'text', nxp_devh: 'text', nxp_userh: { kind: 'text', secret: true }, currentSession: 'id',
      deliveryPartner: 'id', nxp_afpc: 'text', deviceName: 'text', adGateway: 'text', portal: 'text', linkOrigin: 'text',
      forcePersistantSession: 'flag', externalUserReference: 'text', lat: { kind: 'number', min: -90, max: 90 },
      lng: { kind: 'number', min: -180, max: 180 }, affiliatePartner: 'id', campaign: 'id',
    },
    result: 'object',
    effect: 'change',
  },
  generatedirectoryloginurl: { method: 'POST', query: { host: 'text' }, result: 'object', effect: 'change' },
  login: {
    method: 'POST',
    body: {
      provider: { kind: 'text', known: ['hash', 'broadcast', 'secondscreen', 'manual'] }, token: { kind: 'text', secret: true },
      username: 'text', password: { kind: 'text', secret: true }, vouchercode: { kind: 'text', secret: true }, host: 'text',
    },
    rules: [
      { field: 'token', when: 'provider', never: 'manual' },
      { field: 'username', when: 'provider', only: 'manual' },
      { field: 'password', when: 'provider', only: 'manual' },
    ],
    result: 'object',
    effect: 'change',
  },
  keepalive: { method: 'POST', result: 'object', effect: 'change' },
  logout: { method: 'POST', result: 'object', effect: 'change' },
  staticdetails: {
    method: 'GET',
    query: {
      gateway: 'text', nxp_devh: 'text', deliveryPartner: 'id', lng: { kind: 'number', min: -180, max: 180 },
      lat: { kind: 'number', min: -90, max: 90 }, affiliatePartner: 'id', nxp_afpc: 'text',
    },
    result: 'object',
    effect: 'read',
  },
  reporttoken: { method: 'GET', result: 'object', effect: 'read' },
  currentweather: {
    method: 'GET',
    query: { lat: { kind: 'number', min: -90, max: 90 }, lng: { kind: 'number', min: -180, max: 180 } },
    result: 'object',
    effect: 'read',
  },
} as const;

export const session: Area = { name: 'session', rows: sessionRows, kinds: { text, flag, id, number, language: twoLetters } };
