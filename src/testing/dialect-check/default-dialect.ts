import type { Dialect } from '../../index.ts';
import { authorize } from '../../dialect/authorization.ts';
import { readEnvelope } from '../../dialect/envelope.ts';
import { isNotFound, isSessionLost } from '../../dialect/failure.ts';
import { readIncidents } from '../../dialect/incident-reader.ts';
import { readItemState } from '../../dialect/item-state-reader.ts';
import { parseJson } from '../../dialect/json.ts';
import { parseOrdered } from '../../dialect/ordered-json.ts';
import { isPlayerOnly } from '../../dialect/player-only.ts';
import { readPriceModel } from '../../dialect/price-model-reader.ts';
import { readSession } from '../../dialect/readers.ts';
import { signatureSecret } from '../../dialect/signature-secret.ts';
import { readTransaction } from '../../dialect/transaction-reader.ts';

/** Every part as the runtime uses it when a page replaces none. */
export const defaultDialect: Dialect = {
  authorize,
  signatureSecret,
  parse: parseJson,
  parseOrdered: (text) => parseOrdered(text),
  readEnvelope,
  readSession,
  readItemState,
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
