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
import { startRecorder } from '../../fixtures/elements/spoken.ts';
import { quiet, until } from '../../fixtures/session/waiting.ts';

const markup = '<usher-account lang="en"></usher-account>';
const spoken = startRecorder();

/** What was said since the last call, when nothing more comes. */
async function said(): Promise<string[]> {
  await quiet();
  return spoken.splice(0).map(({ text }) => text);
}

describe('usher-account', () => {
  before(() => defineElements());
  afterEach(() => {
    for (const element of document.querySelectorAll('body > div')) element.remove();
  });

  it('says of no logout when the page gives it another runtime', async () => {
    const account = put<'usher-account'>(markup, lockedFilm({ user: { id: '17' } }));
    await shows(account, 'Log out');
    account.usher = lockedFilm();
    await buttonOf(account, 'Log in');
    await until(() => !textOf(account).includes('Log out'));
    expect(textOf(account)).to.not.include('You are logged out');
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

  it('says a login that another element has made, once, and says nothing of the first user', async () => {
    const usher = lockedFilm();
    const account = put<'usher-account'>(markup, usher);
    await buttonOf(account, 'Log in');
    await said();
    await usher.login({ username: 'ada', password: 'lovelace' });
    expect(await said()).to.deep.equal(['You are logged in as ada.']);
    const other = put<'usher-account'>(markup, usher);
    await buttonOf(other, 'Log out');
    expect(await said()).to.deep.equal([]);
  });

  it('keeps its button while a new session is opened after a logout', async () => {
    const usher = lockedFilm({ user: { id: '17', name: 'Ada' } });
    const account = put<'usher-account'>(markup, usher);
    const logout = await buttonOf(account, 'Log out');
    const gate = put<'usher-gate'>('<usher-gate item="7" lang="en"></usher-gate>', usher);
    await shows(gate, 'Choose how to watch'); // after a logout it needs a session again
    logout.focus();
    await said();
    const focused: string[] = [];
    account.shadowRoot!.addEventListener('focusin', ({ target }) =>
      focused.push((target as HTMLElement).innerText),
    );
    logout.click();
    expect(await said()).to.include('You are logged out.');
    await shows(gate, 'Choose how to watch');
    expect(focused).to.deep.equal(['Log in']);
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
