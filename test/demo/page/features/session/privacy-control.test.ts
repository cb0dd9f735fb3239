import { expect } from 'chai';
import { createFakeUsher, type FakeUsher } from 'usher-runtime/testing';
import { createPrivacyControl } from '../../../../../demo/page/features/session/privacy-control.ts';
import { storeRememberChoice } from '../../../../../demo/page/features/session/remember-choice.ts';
import { createPlace, says, textOf } from '../../../../fixtures/demo/showing.ts';
import { film, offer } from '../../../../fixtures/testing/locked-film.ts';

describe('the privacy control of the demo', () => {
  let place: HTMLElement;
  let usher: FakeUsher;
  beforeEach(() => {
    place = createPlace();
    const user = { id: '17', name: 'ada' };
    usher = createFakeUsher({ user, items: { '7/video': 'denied' }, offers: [offer] });
    // The fake platform keeps nothing. The runtime logs out where nothing may be kept.
    const setPersistence = (): Promise<void> => usher.setUser(null);
    place.append(createPrivacyControl({ ...usher, setPersistence }).section);
  });
  afterEach(() => {
    storeRememberChoice(true);
    place.remove();
  });
  const status = (): Element => place.querySelector('[role="status"]')!;
  const withdraw = (): void => place.querySelector('input')!.click();

  it('says that nothing is kept any more', async () => {
    withdraw();
    await says(status(), 'Nothing of you is kept on this device any more.');
    expect(textOf(status())).to.not.contain('payment');
  });

  it('says that an open payment stays', async () => {
    await usher.item(film).buy(offer, { provider: 'card' });
    withdraw();
    await says(status(), 'any more. An open payment stays until it is settled.');
  });
});
