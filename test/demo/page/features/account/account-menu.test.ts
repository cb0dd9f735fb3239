import { expect } from 'chai';
import type { Usher } from 'usher-runtime';
import { createFakeUsher } from 'usher-runtime/testing';
import { mountAccountMenu } from '../../../../../demo/page/features/account/account-menu.ts';
import { createPlace, says, textOf, withSession } from '../../../../fixtures/demo/showing.ts';
import { until } from '../../../../fixtures/session/waiting.ts';

describe('the account menu of the demo', () => {
  let place: HTMLElement;
  let opened: number;
  beforeEach(() => {
    place = createPlace();
    opened = 0;
  });
  afterEach(() => place.remove());

  const find = (selector: string): HTMLElement => place.querySelector<HTMLElement>(selector)!;
  const mount = (usher: Usher): void => {
    mountAccountMenu(place, usher, () => opened++);
  };
  const announced = (): Element => find(':scope > [role=status]');

  it('offers the login while no user is known, and opens it', () => {
    mount(createFakeUsher());
    expect([find('[data-login]').hidden, find('[data-account]').hidden]).to.deep.equal([
      false,
      true,
    ]);
    find('[data-login]').click();
    expect(opened).to.equal(1);
  });

  it('names the viewer, and announces each login and logout after the first answer', async () => {
    const usher = createFakeUsher({ user: { id: '17', name: 'ada' } });
    await usher.start();
    mount(usher);
    expect(textOf(find('[data-account]'))).to.equal('ada');
    expect(textOf(announced())).to.equal('');
    find('[data-logout]').click();
    await says(announced(), 'Logged out.');
    expect(find('[data-login]').hidden).to.equal(false);
    await usher.setUser({ id: '18', name: 'grace' });
    await says(announced(), 'Logged in as grace.');
    expect(textOf(find('#account-panel'))).to.not.contain('18');
    expect(textOf(find('#account-panel [role=status]'))).to.equal('');
  });

  it('offers no login where there can be no session', () => {
    mount(withSession(createFakeUsher(), { status: 'static' }));
    expect(find('[data-login]').hidden).to.equal(true);
  });

  it('keeps the viewer while the session is offline', async () => {
    const usher = createFakeUsher({ user: { id: '17', name: 'ada' } });
    await usher.start();
    mount(usher);
    usher.goOffline();
    await until(() => usher.$session.get().status === 'offline');
    expect(textOf(find('[data-account]'))).to.equal('ada');
    expect(find('[data-login]').hidden).to.equal(true);
  });

  it('says in the panel that a logout has failed, and lets the viewer try again', async () => {
    const usher = createFakeUsher({ user: { id: '17', name: 'ada' } });
    await usher.start();
    mount({ ...usher, logout: () => Promise.reject(new Error('not now')) });
    const button = find('[data-logout]') as HTMLButtonElement;
    button.click();
    expect(button.disabled).to.equal(true);
    await until(() => !button.disabled);
    expect(textOf(find('#account-panel [role=status]'))).to.not.equal('');
    expect(textOf(announced())).to.equal('');
  });
});
