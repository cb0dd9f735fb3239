import type { ItemStateReading } from '../dialect/item-state-reader.ts';
import type { UsherError } from '../errors/usher-error.ts';
import { unasked } from './item-state.ts';
import type { AccessReason, ItemState } from './item-state.ts';

/** The state that an answer makes; an unreadable one is `unknown`, never `denied` and never `granted`. */
export function answered(reading: ItemStateReading | undefined, now: number): ItemState {
  if (!reading) return { ...unasked, reason: 'unreadable', checkedAt: now };
  const { granted, reason, offers, validUntil } = reading;
  return {
    access: granted ? 'granted' : 'denied',
    reason: reason ?? (granted ? 'paid' : 'not-paid'),
    offers,
    checkedAt: now,
    until: validUntil ? validUntil * 1000 : null,
  };
}

/** The state after a check without an answer: the last answer stands, with its age, while it is valid. */
export function failed(before: ItemState, error: UsherError, now: number): ItemState {
  if (error.code === 'not-found') return { ...unasked, access: 'denied', reason: 'not-found', checkedAt: now };
  const valid = before.checkedAt && !(before.until && before.until <= now);
  return valid ? { ...before, error } : { ...unasked, reason: reasonOf(error), error };
}

function reasonOf({ code }: UsherError): AccessReason {
  if (code === 'static-session') return 'static';
  if (code === 'malformed') return 'unreadable';
  return code === 'network' || code === 'timeout' || code === 'offline' ? 'offline' : 'error';
}
