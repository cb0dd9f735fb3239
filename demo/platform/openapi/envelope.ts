import { answerExamples, answerSchemas } from './answers.ts';
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

const json = (content: Schema): Schema => ({ 'application/json': content });

/** The answers that all endpoints share. */
export const responses: Readonly<Record<string, Schema>> = {
  failure: {
    description: 'Refused or failed; metadata.errorhint says why.',
    content: json({ schema: { $ref: '#/components/schemas/Envelope' } }),
  },
};

/**
 * What a call may be answered with. Digits of long IDs come as JSON numbers or as text, and are to
 * be kept.
 */
export function responsesOf(id: string): Schema {
  return {
    200: {
      description:
        'Done. IDs in the result can exceed 2^53, also as JSON numbers: read them digit by digit.',
      content: json({
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Envelope' },
            {
              type: 'object',
              required: ['result'],
              properties: { result: answerSchemas.results[id] },
            },
          ],
        },
        example: answerExamples[id],
      }),
    },
    default: { $ref: '#/components/responses/failure' },
  };
}
