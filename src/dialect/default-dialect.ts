// The entry `usher-runtime/dialect`: what the runtime does where a page replaces nothing.
import { mediaParameters } from '../contract/media-parameters.ts';
import { statisticsParameters } from '../contract/statistics-parameters.ts';
import { authorize } from './authorization.ts';
import type { Dialect } from './dialect.ts';
import { readEnvelope } from './envelope.ts';
import { isNotFound, isSessionLost } from './failure.ts';
import { readIncidents } from './incident-reader.ts';
import { readItemState } from './item-state-reader.ts';
import { parseJson } from './json.ts';
import { readMediaSources } from './media-source-reader.ts';
import { parseOrdered } from './ordered-json.ts';
import { isPlayerOnly } from './player-only.ts';
import { readPriceModel } from './price-model-reader.ts';
import { readSession } from './readers.ts';
import { signatureSecret } from './signature-secret.ts';
import { readTransaction } from './transaction-reader.ts';

/**
 * Every part of the dialect as the runtime uses it where a page replaces none. A part of a page can
 * call it.
 * @example const dialect = {
 *     readEnvelope: (status, parsed, endpoint) =>
 *       defaultDialect.readEnvelope(status, parsed.payload, endpoint),
 *   };
 */
export const defaultDialect: Dialect = {
  adaptCall: () => ({}),
  parameters: { media: mediaParameters, statistics: statisticsParameters },
  authorize,
  signatureSecret,
  parse: parseJson,
  parseOrdered: (text) => parseOrdered(text),
  readEnvelope,
  readSession,
  readItemState,
  readMediaSources,
  readPriceModel,
  readTransaction,
  readIncidents,
  isSessionLost,
  isNotFound,
  isPlayerOnly,
  allowsAnonymousPurchase: false,
  sendsReference: true,
  paymentFields: 'query',
};
