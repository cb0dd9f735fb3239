import type { Area } from './endpoint.ts';
import { integer } from './integer.ts';
import { ids, list, record } from './list.ts';
import { mediaParameters } from './media-parameters.ts';
import { refuseFor } from './refuse.ts';
import { timestamp } from './timestamp.ts';
import { validateCall } from './validate-call.ts';

/** Endpoints under `/allmedia`. */
export const allmediaRows = {
  byglobalid: {
    method: 'GET',
    path: { globalid: 'id' },
    standard: 'media',
    result: 'item',
    effect: 'read',
  },
  all: { method: 'GET', standard: 'media', result: 'list', effect: 'read' },
  latest: { method: 'GET', standard: 'media', result: 'list', effect: 'read' },
  picked: { method: 'GET', standard: 'media', result: 'list', effect: 'read' },
  evergreens: { method: 'GET', standard: 'media', result: 'list', effect: 'read' },
  forkids: { method: 'GET', standard: 'media', result: 'list', effect: 'read' },
  withawards: { method: 'GET', standard: 'media', result: 'list', effect: 'read' },
  byquery: {
    method: 'GET',
    path: { query: 'text' },
    query: {
      queryMode: { kind: 'text', oneOf: ['classicwithand', 'classicwithor', 'fulltext'] },
      queryFields: 'list',
      minimalQueryScore: 'integer',
      includeSubstringMatches: 'flag',
      skipReporting: 'flag',
    },
    standard: 'media',
    result: 'list',
    effect: 'read',
  },
  random: { method: 'GET', standard: 'media', result: 'list', effect: 'read' },
  mostactive: {
    method: 'GET',
    query: { timeframe: { kind: 'integer', oneOf: [1, 5, 10, 30] } },
    standard: 'media',
    result: 'list',
    effect: 'read',
  },
  mostactiveexternal: {
    method: 'GET',
    query: { timeframe: { kind: 'integer', oneOf: [1, 5, 10, 30] } },
    standard: 'media',
    result: 'list',
    effect: 'read',
  },
  bytag: {
    method: 'GET',
    path: { tag: 'text' },
    standard: 'media',
    result: 'list',
    effect: 'read',
  },
  byperson: {
    method: 'GET',
    path: { person: 'text' },
    standard: 'media',
    result: 'list',
    effect: 'read',
  },
  bypersonid: {
    method: 'GET',
    path: { personid: 'id' },
    standard: 'media',
    result: 'list',
    effect: 'read',
  },
  byshow: {
    method: 'GET',
    path: { show: 'text' },
    standard: 'media',
    result: 'list',
    effect: 'read',
  },
  byshowid: {
    method: 'GET',
    path: { showid: 'id' },
    standard: 'media',
    result: 'list',
    effect: 'read',
  },
  byplace: {
    method: 'GET',
    path: { place: 'text' },
    standard: 'media',
    result: 'list',
    effect: 'read',
  },
  byplaceid: {
    method: 'GET',
    path: { placeid: 'id' },
    standard: 'media',
    result: 'list',
    effect: 'read',
  },
  byproduct: {
    method: 'GET',
    path: { product: 'text' },
    standard: 'media',
    result: 'list',
    effect: 'read',
  },
  byproductid: {
    method: 'GET',
    path: { productid: 'id' },
    standard: 'media',
    result: 'list',
    effect: 'read',
  },
  byfile: {
    method: 'GET',
    path: { file: 'text' },
    standard: 'media',
    result: 'list',
    effect: 'read',
  },
  byfileid: {
    method: 'GET',
    path: { fileid: 'id' },
    standard: 'media',
    result: 'list',
    effect: 'read',
  },
  bystudio: {
    method: 'GET',
    path: { studioid: 'id' },
    standard: 'media',
    result: 'list',
    effect: 'read',
  },
} as const;

export const allmedia: Area = {
  name: 'allmedia',
  rows: allmediaRows,
  kinds: { integer, list, ids, record, timestamp, streamtypes: list },
  standard: mediaParameters,
  session: 'optional',
  refuseFor,
  validateCall,
};
