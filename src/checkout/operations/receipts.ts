import type { Context } from '../context.ts';
import { hasChanged, identityChanged, ownershipOf } from '../purchase/ownership.ts';
import type { Receipt } from '../selling.ts';

/** The granted purchases of this device and viewer, from the journal. */
export async function listReceipts(context: Context): Promise<readonly Receipt[]> {
  await context.session.ready();
  const records = (await context.purchases.read()) ?? [];
  const own = records.filter(
    (record) =>
      record.step === 'granted' && record.transactionID && ownershipOf(context, record) === 'own',
  );
  return own.map(
    ({ transactionID, names, values: { operation = '', item }, expiresAt = null }) => ({
      transactionId: transactionID!,
      operation,
      item: item === undefined ? null : String(item),
      globalId: names?.globalId ?? null,
      title: names?.title ?? null,
      expiresAt,
    }),
  );
}

/** The viewer's subscriptions: the publisher's list, else those among the receipts. */
export async function listSubscriptions(context: Context): Promise<readonly Receipt[]> {
  const { selling, session } = context;
  if (!selling.listSubscriptions) {
    return (await listReceipts(context)).filter(({ operation }) => operation === 'subscription');
  }
  const asked = session.$user.get()?.id;
  const listed = await selling.listSubscriptions();
  if (hasChanged(context, asked)) throw identityChanged();
  return listed;
}
