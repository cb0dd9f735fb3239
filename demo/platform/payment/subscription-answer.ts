import type { Answer } from '../wire/envelope.ts';
import { wireId } from '../wire/json.ts';
import type { Transaction } from './transaction.ts';
import { wireMoment } from './wire-moment.ts';

/** What the calls answer that finish a transaction at once. */
export function subscriptionAnswer({
  id,
  premium,
  valid_until,
}: Pick<Transaction, 'id' | 'premium' | 'valid_until'>): Answer {
  return {
    result: {
      general: {
        transactionID: wireId(id),
        state: 'finished',
        isPremium: premium ? 1 : 0,
        validUntil: wireMoment(valid_until),
      },
    },
  };
}
