import type { Stage } from '../stage.ts';

/** Somebody else logs in on this page while the buyer pays in the other tab. */
export async function logInBetween(stage: Stage): Promise<string> {
  const payment = await stage.takePayment();
  await stage.logIn('other');
  payment.answer();
  await stage.untilHidden(payment);
  await stage.logIn('buyer');
  return `It was hidden from the other user. ${await stage.untilGranted(payment)}`;
}
