import type { Stage } from '../stage.ts';

/** Withdraws consent when the other tab has written what the provider said, before it finishes. */
export async function withdrawConsent(stage: Stage): Promise<string> {
  const payment = await stage.takePayment();
  await stage.answerAndWrite(payment);
  await stage.usher.setPersistence('none');
  await stage.usher.setPersistence('device');
  await stage.logIn('buyer');
  return `Everybody was forgotten. ${await stage.untilGranted(payment)}`;
}
