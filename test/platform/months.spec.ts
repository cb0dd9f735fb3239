import { expect, test } from '@playwright/test';
import {
  chargesUntil,
  nextChargeWithoutRenewal,
  type ChargedSubscription,
} from '../../demo/platform/payment/charges.ts';
import { addMonths } from '../../demo/platform/payment/months.ts';

const after = (from: string, months: number): string =>
  addMonths(new Date(from), months).toISOString();
const days = (charges: readonly { at: Date }[]): string[] =>
  charges.map(({ at }) => at.toISOString().slice(0, 10));

test('a month later is the same day and time, or the last day of a shorter month', () => {
  expect(after('2026-11-21T12:30:00.500Z', 1)).toBe('2026-12-21T12:30:00.500Z');
  expect(after('2027-01-31T23:59:59Z', 1)).toBe('2027-02-28T23:59:59.000Z');
  expect(after('2028-01-31T00:00:00Z', 1)).toBe('2028-02-29T00:00:00.000Z');
  expect(after('2028-02-29T00:00:00Z', 12)).toBe('2029-02-28T00:00:00.000Z');
  expect(after('2026-12-31T01:00:00Z', 2)).toBe('2027-02-28T01:00:00.000Z');
  expect(after('2026-03-31T00:00:00Z', 13)).toBe('2027-04-30T00:00:00.000Z');
  expect(after('2026-03-31T00:00:00Z', 0)).toBe('2026-03-31T00:00:00.000Z');
});

const january = new Date('2027-01-31T10:00:00Z');
const monthly: ChargedSubscription = {
  id: '1',
  transaction_id: '2',
  premium: false,
  renews: true,
  duration_months: 1,
  paid_monthly: true,
  term_from: january,
  valid_until: addMonths(january, 1),
  charges: 1,
  charge_minor: '799',
  next_charge_at: addMonths(january, 1),
};

test('a subscription that renews is charged at the end of each term, on its own day of the month', () => {
  const { due, progress } = chargesUntil(monthly, new Date('2027-05-31T10:00:00Z'));
  expect(due.map(({ kind }) => kind)).toEqual(['renewed', 'renewed', 'renewed', 'renewed']);
  expect(days(due)).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']);
  expect(progress).toEqual({
    charges: 5,
    valid_until: new Date('2027-06-30T10:00:00Z'),
    next_charge_at: new Date('2027-06-30T10:00:00Z'),
  });
  expect(chargesUntil(monthly, new Date('2027-02-28T09:59:59Z'))).toMatchObject({
    due: [],
    progress: monthly,
  });
});

test('a term with monthly payment has its instalments, also without a renewal', () => {
  const year = { ...monthly, duration_months: 12, valid_until: addMonths(january, 12) };
  const ended = chargesUntil({ ...year, renews: false }, new Date('2030-01-01T00:00:00Z'));
  expect(ended.due.map(({ kind }) => kind)).toEqual(Array(11).fill('instalment'));
  expect(ended.progress).toEqual({
    charges: 12,
    valid_until: addMonths(january, 12),
    next_charge_at: null,
  });
  const renewed = chargesUntil(year, addMonths(january, 12));
  expect(renewed.due.at(-1)).toEqual({ kind: 'renewed', at: addMonths(january, 12) });
  expect(renewed.progress).toEqual({
    charges: 13,
    valid_until: addMonths(january, 24),
    next_charge_at: addMonths(january, 13),
  });
});

test('a trial phase ends with the capture of the approved amount, unless it is cancelled', () => {
  const trial = {
    ...monthly,
    renews: false,
    charges: 0,
    valid_until: january,
    next_charge_at: january,
  };
  expect(chargesUntil(trial, january)).toEqual({
    due: [{ kind: 'captured', at: january }],
    progress: { charges: 1, valid_until: addMonths(january, 1), next_charge_at: null },
  });
  expect(nextChargeWithoutRenewal(trial)).toBeNull();
  expect(nextChargeWithoutRenewal(monthly)).toBeNull();
  const year = { ...monthly, duration_months: 12, valid_until: addMonths(january, 12) };
  expect(nextChargeWithoutRenewal(year)).toEqual(addMonths(january, 1));
});
