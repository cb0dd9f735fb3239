import type { Call } from '../call.ts';
import { settleAwaited } from '../payment/awaited-payments.ts';
import type { Answer } from '../wire/envelope.ts';
import { endSession, keepSession } from './session-store.ts';

/** Keeps a session, and asks for payments of its user that were undecided. */
export async function keepalive(call: Call): Promise<Answer> {
  await keepSession(call.database, call.session!.id, call.now());
  await settleAwaited(call);
  return { result: { status: 'ok' } };
}

export async function logout(call: Call): Promise<Answer> {
  await endSession(call.database, call.session!.id, call.now());
  return { result: { status: 'ok' } };
}
