import type { Row } from '../../../src/contract/endpoint.ts';
import type { Schema } from './schema.ts';

const flagOrBoolean: Schema = { enum: [0, 1, '0', '1', true, false] };

/** What every answer is, good or bad. */
export const envelopeSchemas: Readonly<Record<string, Schema>> = {
  Envelope: {
    type: 'object',
    required: ['metadata'],
    properties: {
      metadata: { $ref: '#/components/schemas/Metadata' },
      result: true,
      paging: { $ref: '#/components/schemas/Paging' },
    },
  },
  Metadata: {
    type: 'object',
    required: ['status'],
    description: 'An answer is as bad as the worse of its HTTP status and this one.',
    properties: {
      status: { type: 'integer', description: 'The HTTP status, repeated.' },
      apiversion: { type: 'string' },
      verb: { type: 'string' },
      processingtime: { type: 'number', description: 'Seconds.' },
      calledwith: { type: 'string', description: 'The path.' },
      calledfor: { type: ['string', 'null'], description: "The caller's cfo." },
      fordomain: { type: ['string', 'integer'] },
      fromstage: flagOrBoolean,
      fromcache: flagOrBoolean,
      notice: { type: 'string', description: 'A hint that something is deprecated.' },
      errorhint: {
        type: 'string',
        description: 'Why it failed, naming the field where a value was refused.',
      },
    },
  },
  Paging: {
    type: 'object',
    description: 'Of lists only.',
    properties: {
      start: { type: 'integer', minimum: 0 },
      limit: { type: 'integer', minimum: 0 },
      resultcount: { type: 'integer', minimum: 0, description: 'All that exist.' },
    },
  },
};

const results: Readonly<Record<Row['result'], Schema>> = {
  object: { type: 'object' },
  item: {
    type: 'object',
    description: 'One media item.',
    properties: { general: { type: 'object' }, imagedata: { type: 'object' } },
  },
  list: { type: 'array', items: { type: 'object' } },
  map: {
    type: 'object',
    description: 'Keys and KPIs; their order is the ranking.',
    additionalProperties: { type: ['number', 'string', 'object'] },
  },
};

const json = (schema: Schema): Schema => ({ 'application/json': { schema } });

/**
 * The answers, by what the result is; digits of long IDs come as JSON numbers or as text, and are
 * to be kept.
 */
export const responses: Readonly<Record<string, Schema>> = {
  ...Object.fromEntries(
    Object.entries(results).map(([name, schema]) => [
      name,
      {
        description:
          'Done. IDs in the result can exceed 2^53, also as JSON numbers: read them digit by digit.',
        content: json({
          allOf: [
            { $ref: '#/components/schemas/Envelope' },
            { type: 'object', required: ['result'], properties: { result: schema } },
          ],
        }),
      },
    ]),
  ),
  failure: {
    description: 'Refused or failed; metadata.errorhint says why.',
    content: json({ $ref: '#/components/schemas/Envelope' }),
  },
};

/** What a call may be answered with. */
export function responsesOf(row: Row): Schema {
  return {
    200: { $ref: `#/components/responses/${row.result}` },
    default: { $ref: '#/components/responses/failure' },
  };
}
