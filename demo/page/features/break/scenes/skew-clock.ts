import type { Stage } from '../stage.ts';

/** More than a day, after which a purchase without a payment is abandoned. */
const hoursAhead = 30;

/** Pays in a tab whose clock is ahead. */
export async function skewClock(stage: Stage): Promise<string> {
  await stage.openTab({ hoursAhead });
  const payment = await stage.takePayment();
  payment.answer();
  return stage.untilGranted(payment);
}
