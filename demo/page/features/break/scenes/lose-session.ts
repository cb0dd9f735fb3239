import type { Stage } from '../stage.ts';

/** The platform ends the session between the payment and its finish. No page is told. */
export async function loseSession(stage: Stage): Promise<string> {
  const payment = await stage.takePayment();
  await stage.platform.endSession();
  payment.answer();
  return stage.untilGranted(payment);
}
