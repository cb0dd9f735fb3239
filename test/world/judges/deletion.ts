import { isCalm, timeText, type SentRequest } from '../facts.ts';
import type { World } from '../world.ts';

// Judge 1, on the wire: no transaction is deleted whose payment came back to the device before.

/**
 * A page makes sure that nothing came back, and takes its lease. The deletion leaves within 15 s,
 * and what comes back in this time waits for its answer.
 */
const latestMs = 16_000;

/** Judges a deletion at the moment at which it leaves. */
export function judgeDeletion({ facts, arrivals, now }: World, sent: SentRequest): void {
  const { id, values, page, device } = sent;
  if (id !== 'payment/cancelsubscription' || values.get('cancelTransaction') !== '1') return;
  const transaction = values.get('transactionID');
  const record = facts.journals[device]!.entries.find(
    ({ transactionID }) => transactionID === transaction,
  );
  const arrival = arrivals.find(
    (each) =>
      each.device === device &&
      each.token !== undefined &&
      each.token === record?.finish?.['token'] &&
      each.at < now() - latestMs,
  );
  // The age of a lease is measured by the clock.
  if (!arrival || !isCalm(facts, device, ['clocks'], arrival.at, now())) return;
  const what = `deletes ${transaction}, whose return came at ${timeText(arrival.at)}`;
  facts.broken.push(`${timeText(now())}: 1. ${page} ${what}`);
}
