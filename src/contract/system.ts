import type { Area } from './endpoint.ts';
import { refuseFor } from './refuse.ts';
import { validateCall } from './validate-call.ts';

/** Endpoints under `/system`. */
export const systemRows = {
  videogenres: { method: 'GET', result: 'list', effect: 'read' },
  audiogenres: { method: 'GET', result: 'list', effect: 'read' },
  languagecodes: { method: 'GET', result: 'list', effect: 'read' },
  countrycodes: { method: 'GET', result: 'list', effect: 'read' },
  persontypes: { method: 'GET', result: 'list', effect: 'read' },
  videocontenttypes: { method: 'GET', result: 'list', effect: 'read' },
  imagecontenttypes: { method: 'GET', result: 'list', effect: 'read' },
  videoplatformcategories: {
    method: 'GET',
    path: { argument: 'text' },
    result: 'list',
    effect: 'read',
  },
  socialplatformcategories: {
    method: 'GET',
    path: { argument: 'text' },
    result: 'list',
    effect: 'read',
  },
  streamingdevicecategories: {
    method: 'GET',
    path: { argument: 'text' },
    result: 'list',
    effect: 'read',
  },
  ttsvoices: { method: 'GET', path: { argument: 'text' }, result: 'list', effect: 'read' },
  editableattributesfor: {
    method: 'GET',
    path: { streamtype: 'streamtype' },
    result: 'object',
    effect: 'read',
  },
  editablerestrictionsfor: {
    method: 'GET',
    path: { streamtype: 'streamtype' },
    result: 'object',
    effect: 'read',
  },
  currentincidents: { method: 'GET', result: 'list', effect: 'read' },
} as const;

export const system: Area = {
  name: 'system',
  rows: systemRows,
  kinds: {},
  session: 'optional',
  refuseFor,
  validateCall,
};
