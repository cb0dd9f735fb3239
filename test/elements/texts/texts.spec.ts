import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { words as english } from '../../../src/elements/texts/english.ts';
import { words as german } from '../../../src/elements/texts/german.ts';
import { createTexts, offerDetails, offerTitle } from '../../../src/elements/texts/texts.ts';
import { statuses } from '../../../src/session/state/machine.ts';
import { offer } from '../../fixtures/testing/locked-film.ts';

const en = createTexts(english, 'en');
const de = createTexts(german, 'de-AT');

test('an offer has a title with its price and its period', () => {
  expect(offerTitle(en, offer)).toBe('Rent for €4.99');
  expect(offerTitle(de, offer)).toBe('Leihen für €\u00a04,99');
  expect(offerDetails(en, offer)).toBe('48 hours');
  expect(offerDetails(en, { ...offer, hours: 1 })).toBe('1 hour');
  expect(offerDetails(de, { ...offer, hours: 1 })).toBe('1 Stunde');
  const subscription = { ...offer, operation: 'subscription', hours: undefined, duration: 12 };
  expect(offerTitle(en, subscription)).toBe('Subscribe for €4.99');
  expect(offerDetails(en, subscription)).toBe('12 months');
  const monthly = { ...subscription, isPremium: true, paidMonthly: true };
  expect(offerTitle(en, monthly)).toBe('Subscribe for €4.99 a month');
  expect(offerDetails(en, monthly, true)).toBe(
    'Premium · 12 months, €59.88 in total · renews until you stop it',
  );
  expect(offerDetails(de, { ...subscription, paidMonthly: false }, false)).toBe(
    '12 Monate · auf einmal bezahlt · endet von selbst',
  );
  expect(offerTitle(en, { ...subscription, duration: 1 })).toBe('Subscribe for €4.99 a month');
  expect(offerDetails(en, { ...subscription, duration: 1 })).toBe('');
  expect(offerTitle(en, { ...offer, amount: 0 })).toBe('Watch free');
  expect(offerDetails(en, { ...offer, operation: 'ownage', hours: undefined })).toBe(
    'without a time limit',
  );
});

test('a value that only the platform knows has a text too', () => {
  expect(en.sayOf('reason', 'embargo')).toBe('Not available');
  expect(en.sayOf('why', 'embargo', { reason: 'embargo' })).toBe('The service says: embargo.');
  expect(en.sayOf('error', 'nix')).toBe('Something went wrong. Try again.');
  expect(offerTitle(en, { ...offer, operation: 'gift' })).toBe('Get access for €4.99');
});

test('an invalid currency is shown unchanged', () => {
  expect(en.price({ amount: 499, currency: 'coins' })).toBe('499 coins');
});

test('a language without a plural form uses the form for other numbers', () => {
  const polish = createTexts({ ...english, 'hours.few': '{n} godziny' }, 'pl');
  expect(polish.count('hours', 2)).toBe('2 godziny');
  expect(polish.count('hours', 48)).toBe('48 hours');
});

test('both languages have the same keys, and no text is empty or equal by mistake', () => {
  expect(Object.keys(german)).toEqual(Object.keys(english));
  for (const status of statuses) expect(en.say(`session.${status}`)).not.toBe('');
  const same = Object.entries(english).filter(([key, text]) => german[key as 'login'] === text);
  expect(same.map(([key]) => key)).toEqual(['premium']);
  const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();
  for (const [key, text] of Object.entries(english)) {
    expect(placeholders(german[key as 'login']), key).toEqual(placeholders(text));
  }
});

test('the page about texts has each of them', () => {
  const rows = readFileSync('docs/texts.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const all = Object.entries(english).map(([key, text]) => [
    `\`${key}\``,
    text,
    german[key as 'login'],
  ]);
  expect(rows).toEqual(all);
});
