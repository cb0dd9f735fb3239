import type { Stage } from '../stage.ts';

/** The platform carries out the finish, and the connection ends within its answer. */
export async function loseAnswer(stage: Stage): Promise<string> {
  const payment = await stage.takePayment();
  await stage.platform.addFault('payment/finishtransaction: lose answer, once');
  payment.answer();
  return stage.untilGranted(payment);
}
