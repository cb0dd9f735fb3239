import { expect } from 'chai';
import type { MediaItem } from 'usher-runtime';
import { createFakeUsher, type FakeUsher } from 'usher-runtime/testing';
import { mountEntitlementLine } from '../../../../../demo/page/features/player/entitlement-line.ts';
import { createPlace, says, textOf } from '../../../../fixtures/demo/showing.ts';
import { until } from '../../../../fixtures/session/waiting.ts';

const item = { general: { ID: '7', streamtype: 'video' } } as unknown as MediaItem;
const expiresAt = Date.UTC(2031, 4, 6, 12);

describe('the line of the demo about what gives access', () => {
  let place: HTMLElement;
  beforeEach(() => {
    place = createPlace();
  });
  afterEach(() => place.remove());
  const mount = (usher: FakeUsher): void => mountEntitlementLine(place, usher, item);

  for (const [reason, end, text] of [
    ['paid', expiresAt, /^Rented until .*2031/],
    ['paid', undefined, /^Yours for good\./],
    ['subscription', expiresAt, /^In your subscription, paid until .*2031/],
    ['subscription', undefined, /^In your subscription\./],
    ['voucher', expiresAt, /^Opened by your voucher until .*2031/],
    ['voucher', undefined, /^Opened by your voucher for good\./],
    ['external', expiresAt, /^Opened by your membership until .*2031/],
    ['external', undefined, /^Opened by your membership\./],
  ] as const) {
    it(`names a grant: ${reason}, ${end ? 'with' : 'without'} an end`, async () => {
      const granted = { access: 'granted', reason, expiresAt: end } as const;
      mount(createFakeUsher({ items: { '7/video': granted } }));
      await until(() => !place.hidden);
      expect(textOf(place)).to.match(text);
      expect(place.querySelector('a')!.getAttribute('href')).to.equal('/tickets.html');
    });
  }

  for (const [title, state] of [
    ['a free item', { access: 'granted', reason: 'free' }],
    ['a denied item', { access: 'denied' }],
    ['an item whose access is not known', { access: 'unknown' }],
  ] as const) {
    it(`is hidden and empty for ${title}`, async () => {
      const usher = createFakeUsher({ items: { '7/video': state } });
      mount(usher);
      await usher.item({ item: 7, streamtype: 'video' }).check();
      expect([place.hidden, textOf(place)]).to.deep.equal([true, '']);
    });
  }

  it('goes with the grant, and stays while the platform cannot be reached', async () => {
    const usher = createFakeUsher({ items: { '7/video': 'granted' } });
    mount(usher);
    await says(place, 'Yours for good.');
    usher.goOffline();
    await usher.item({ item: 7, streamtype: 'video' }).check();
    expect(textOf(place)).to.contain('Yours for good.');
    await usher.goOnline();
    await usher.lose('7/video');
    await until(() => place.hidden);
  });
});
