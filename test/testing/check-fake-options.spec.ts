import { expect, test } from '@playwright/test';
import { createFakeUsher, type FakeUsherOptions } from '../../src/testing/create-fake-usher.ts';
import { offer } from '../fixtures/testing/locked-film.ts';

const denied = { access: 'denied' } as const;

const wrong: readonly [options: unknown, field: string][] = [
  [{ items: { 7: 'denied' } }, "items['7']"],
  [{ items: { '7/video': 'maybe' } }, "items['7/video']"],
  [{ items: { '7/video': { ...denied, offers: offer } } }, "items['7/video'].offers"],
  [{ items: { '7/video': { ...denied, expiresAt: '1' } } }, "items['7/video'].expiresAt"],
  [{ items: null }, 'items'],
  [{ items: ['7/video'] }, 'items'],
  [{ offers: offer }, 'offers'],
  [{ offers: null }, 'offers'],
  [{ offers: [offer, null] }, 'offers[1].operation'],
  [{ offers: [{ ...offer, amount: 4.99 }] }, 'offers[0].amount'],
  [{ offers: [{ ...offer, currency: 'EURO' }] }, 'offers[0].currency'],
  [{ offers: [{ ...offer, hours: '2 days' }] }, 'offers[0].hours'],
  [{ offers: [{ ...offer, hours: -1 }] }, 'offers[0].hours'],
  [{ sources: [] }, 'sources'],
  [{ sources: { 7: [] } }, "sources['7']"],
  [{ sources: { '7/video': { url: 'x' } } }, "sources['7/video']"],
  [{ sources: { '7/video': [{ src: 'x' }] } }, "sources['7/video'][0].url"],
  [{ vouchers: 'SUMMER' }, 'vouchers'],
  [{ vouchers: { SUMMER: 7 } }, "vouchers['SUMMER']"],
  [{ wrongPassword: 5 }, 'wrongPassword'],
  [{ answers: null }, 'answers'],
  [{ user: { id: 'ada' } }, 'user'],
  [{ item: {} }, 'item'],
  [{ providers: {} }, 'providers'],
  [{ providers: [{ name: 'x' }] }, 'providers[0].type'],
  [{ graceMs: 'no' }, 'graceMs'],
  [{ graceMs: -1 }, 'graceMs'],
  [{ journal: 1 }, 'journal'],
  [{ listSubscriptions: [] }, 'listSubscriptions'],
];

for (const [options, field] of wrong) {
  test(`a wrong ${field} is refused: ${JSON.stringify(options)}`, () => {
    let thrown: unknown;
    try {
      createFakeUsher(options as FakeUsherOptions);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ code: 'input', endpoint: 'createFakeUsher', field });
  });
}

test('options may be left out, each by itself', () => {
  const names = ['user', 'items', 'offers', 'sources', 'vouchers', 'wrongPassword', 'answers'];
  const options = Object.fromEntries(names.map((name) => [name, undefined]));
  createFakeUsher({ ...options, user: null }).dispose();
});
