import { check } from './check.ts';
import { record } from './context.ts';
import type { Context } from './context.ts';
import type { Entry } from './entry.ts';
import { proceed } from './finish.ts';
import type { ProviderOutcome } from './provider.ts';
import type { PurchaseEvent } from './purchase.ts';

/** Fields of `POST /payment/finishtransaction` that a provider may bring. */
const brought = ['token', 'reference', 'paymentType', 'finalPayment', 'isLatePremium', 'externalUserID', 'externalTransactionReference'] as const;

/** Writes down what a provider said, and goes on with it. */
export async function bring(context: Context, id: string, outcome: ProviderOutcome): Promise<Entry | undefined> {
  const entry = await note(context, id, outcome);
  void proceed(context, id);
  return entry;
}

/** Writes down what a provider said: before anything is sent, and whoever is the viewer now. What cannot be written is kept here, and tried again. */
export async function note(context: Context, id: string, outcome: ProviderOutcome): Promise<Entry | undefined> {
  const entry = context.entries.find((each) => each.id === id);
  if (!entry) return entry;
  try {
    return await record(context, id, sendable(context, entry, outcome));
  } catch (error) {
    context.emit('error', error as Error);
    context.owed.push(() => bring(context, id, outcome));
    context.tend();
    return undefined;
  }
}

/** Where what the adapter gave cannot be sent, the purchase stays open, and says so. */
function sendable(context: Context, entry: Entry, outcome: ProviderOutcome): PurchaseEvent {
  try {
    return eventOf(context, entry, outcome);
  } catch (error) {
    return { type: 'unanswered', trouble: { code: 'input', hint: (error as Error).message } };
  }
}

function eventOf(context: Context, { transactionID }: Entry, outcome: ProviderOutcome): PurchaseEvent {
  const said = outcome?.outcome;
  const isProof = said === 'approved' || said === 'pending' || (said === 'declined' && outcome.token !== undefined);
  if (isProof && transactionID !== undefined) {
    const given = brought.flatMap((name) => (outcome[name] === undefined ? [] : [[name, outcome[name]]]));
    const finish = { transactionID, ...(Object.fromEntries(given) as object) };
    check(context, 'finishtransaction', finish, []);
    return { type: 'returned', finish };
  }
  if (said === 'declined' && outcome.verified) return { type: 'refused', trouble: { code: 'platform', hint: 'declined by the provider' } };
  if (said === 'declined' || said === 'cancelled') return { type: 'dropped', trouble: { code: 'aborted', hint: said } };
  return { type: 'unanswered', trouble: { code: 'malformed', hint: 'the provider said nothing that could be read' } };
}

/** Reads what a provider added to the address, by the names of the fields. */
export function readReturn(parameters: URLSearchParams): ProviderOutcome {
  const text = (name: string): string | undefined => parameters.get(name) ?? undefined;
  const [finalPayment, isLatePremium] = [text('finalPayment'), text('isLatePremium')];
  return {
    outcome: text('outcome') as ProviderOutcome['outcome'],
    token: text('token'),
    reference: text('reference'),
    paymentType: text('paymentType'),
    externalUserID: text('externalUserID'),
    externalTransactionReference: text('externalTransactionReference'),
    ...(finalPayment !== undefined && { finalPayment: Number(finalPayment) }),
    ...(isLatePremium !== undefined && { isLatePremium: isLatePremium === '1' }),
  };
}
