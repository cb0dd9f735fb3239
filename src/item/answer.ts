import type { ItemStateReading } from '../dialect/item-state-reader.ts';
import { withIds } from './offer.ts';
import { unasked, type ItemState } from './item-state.ts';

/**
 * The state of an answer. An unreadable answer gives `unknown`, never `denied` and never `granted`.
 */
export function answered(reading: ItemStateReading | undefined, now: number): ItemState {
  if (!reading) return { ...unasked, reason: 'unreadable', checkedAt: now };
  const { granted, reason, offers, validUntil } = reading;
  return {
    access: granted ? 'granted' : 'denied',
    checking: false,
    reason: reason ?? (granted ? 'paid' : 'not-paid'),
    offers: withIds(offers),
    checkedAt: now,
    expiresAt: validUntil ? validUntil * 1000 : null,
  };
}
