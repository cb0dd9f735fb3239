import { expect } from 'chai';
import { defineElements } from '../../../src/elements/define-elements.ts';
import {
  buttonOf,
  lockedFilm,
  press,
  put,
  shows,
  textOf,
  type,
} from '../../fixtures/elements/shown.ts';
import { until } from '../../fixtures/session/waiting.ts';

const markup = '<usher-account lang="en"></usher-account>';

describe('usher-account', () => {
  before(() => defineElements());
  afterEach(() => {
    for (const element of document.querySelectorAll('body > div')) element.remove();
  });

  it('logs a viewer in and out, and keeps the focus', async () => {
    const account = put<'usher-account'>(markup, lockedFilm());
    const focused = (): string | null | undefined => account.shadowRoot?.activeElement?.textContent;
    const login = await buttonOf(account, 'Log in');
    expect(login.getAttribute('aria-expanded')).to.equal('false');
    login.click();
    await until(() => login.getAttribute('aria-expanded') === 'true');
    await type(account, 'username', 'ada');
    await type(account, 'password', 'lovelace');
    account.querySelector('input')?.focus();
    await press(account.querySelector('usher-login')!, 'Log in');
    await shows(account, 'You are logged in as ada.');
    await until(() => focused() === 'Log out');
    await press(account, 'Log out');
    await shows(account, 'You are logged out.');
    await until(() => focused()?.trim() === 'Log in');
  });

  it('explains why no login is possible', async () => {
    const usher = lockedFilm();
    usher.goOffline();
    const account = put<'usher-account'>(markup, usher);
    await shows(account, 'The service cannot be reached');
    await usher.goOnline();
    await buttonOf(account, 'Log in');
  });

  it('shows the logged-in user, also after a login in another tab', async () => {
    const usher = lockedFilm({ user: { id: '17', name: 'Ada' } });
    const account = put<'usher-account'>(markup, usher);
    await shows(account, 'Ada');
    await usher.setUser({ id: '18', name: 'Grace' });
    await shows(account, 'Grace');
    expect(textOf(account)).to.not.include('Ada');
  });
});
