import { numberOf, textOf, type Call } from '../call.ts';
import { Refusal } from '../wire/refusal.ts';

/** Refuses a field's value, naming the field and what is allowed. */
export function refuseField(field: string, allowed: string): never {
  throw new Refusal(400, `${field} must be ${allowed}`);
}

/** The text of a field that a call cannot do without. */
export function givenText(call: Call, field: string): string {
  return textOf(call, field) ?? refuseField(field, 'given');
}

/** The number of a field that a call cannot do without. */
export function givenNumber(call: Call, field: string): number {
  return numberOf(call, field) ?? refuseField(field, 'given');
}

/** The call's user. A 403, because a 401 would be taken for a lost session. */
export function requireUser(call: Call): string {
  if (!call.session?.user_id) throw new Refusal(403, 'login required');
  return call.session.user_id;
}
