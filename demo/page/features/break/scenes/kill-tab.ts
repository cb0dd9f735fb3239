import type { Stage } from '../stage.ts';

/** Kills the tab when it has written what the provider said, before it sends the finish. */
export async function killTab(stage: Stage): Promise<string> {
  const payment = await stage.takePayment();
  await stage.answerAndWrite(payment);
  stage.killTab();
  return stage.untilGranted(payment);
}
