import type { Call } from '../call.ts';
import type { Answer } from '../wire/envelope.ts';
import { endSession, keepSession } from './session-store.ts';

export async function keepalive(call: Call): Promise<Answer> {
  await keepSession(call.database, call.session!.id, call.now());
  return { result: { status: 'ok' } };
}

export async function logout(call: Call): Promise<Answer> {
  await endSession(call.database, call.session!.id, call.now());
  return { result: { status: 'ok' } };
}
