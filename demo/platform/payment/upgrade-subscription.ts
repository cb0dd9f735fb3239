import type { Call } from '../call.ts';
import { queryOne } from '../database/database.ts';
import { priceModel } from '../tenants/price-model.ts';
import type { Answer } from '../wire/envelope.ts';
import { Refusal } from '../wire/refusal.ts';
import { givenNumber, givenText, refuseField, requireUser } from './given.ts';
import { settleDue } from './settle-due.ts';
import { subscriptionAnswer } from './subscription-answer.ts';
import type { Transaction } from './transaction.ts';
import { upgrade } from './upgrade.ts';

/**
 * Makes the user's default subscription premium until its end, for an additional payment that the
 * provider confirms when it is asked, now or later. The subscription ends and extends as before;
 * from the next charge on it costs the premium price.
 */
export async function upgradeSubscription(call: Call): Promise<Answer> {
  const user = requireUser(call);
  const reference = givenText(call, 'transactionID');
  if (givenNumber(call, 'amount') !== priceModel.upgrade.price) {
    refuseField('amount', `${priceModel.upgrade.price}: that is the price of an upgrade`);
  }
  await settleDue(call.database, call.domain.id, user, call.now());
  const payment = await call.payments.askPayment(reference, call.now());
  const upgraded = await call.database.transaction((within) =>
    upgrade(call, within, payment, reference),
  );
  if (upgraded instanceof Refusal) throw upgraded; // now that its refund or its note is written
  const transaction = await queryOne<Transaction>(
    call.database,
    'select * from transactions where id = $1',
    [upgraded],
  );
  return subscriptionAnswer(call.database, { ...transaction!, premium: true });
}
