import { fillStorage, freeStorage } from '../full-storage.ts';
import type { Stage } from '../stage.ts';

/** Fills localStorage to its last byte before the provider answers. */
export async function fillTheStorage(stage: Stage): Promise<string> {
  const payment = await stage.takePayment();
  try {
    const bytes = fillStorage();
    payment.answer();
    const granted = await stage.untilGranted(payment);
    return `${(bytes / 1_000_000).toFixed(1)} MB were in the way. ${granted}`;
  } finally {
    freeStorage();
  }
}
