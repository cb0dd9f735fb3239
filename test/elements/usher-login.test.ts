import { expect } from 'chai';
import { defineElements } from '../../src/elements/define-elements.ts';
import { lockedFilm, press, put, shows, textOf, type } from '../fixtures/elements/shown.ts';
import { quiet, until } from '../fixtures/session/waiting.ts';

const markup = '<usher-login lang="en"><p>Loading</p></usher-login>';

describe('usher-login', () => {
  before(() => defineElements());
  afterEach(() => {
    for (const element of document.querySelectorAll('body > div')) element.remove();
  });

  it('logs a viewer in, shows it, and hides the form', async () => {
    const usher = lockedFilm();
    const login = put<'usher-login'>(markup, usher);
    let name: string | undefined;
    login.addEventListener('usher-login', (event) => {
      ({ name } = (event as CustomEvent<{ name: string }>).detail);
    });
    await type(login, 'username', 'ada');
    await type(login, 'password', 'lovelace');
    await press(login, 'Log in');
    await until(() => name);
    expect(name).to.equal('ada');
    await until(() => !login.querySelector('form'));
    await usher.logout();
    await until(() => login.querySelector('form'));
  });

  it('opens the session, and shows no form to a viewer who is logged in', async () => {
    const usher = lockedFilm({ user: { id: '17' } });
    expect(usher.$session.get().status).to.equal('idle');
    const login = put<'usher-login'>(markup, usher);
    await until(() => usher.$user.get());
    await until(() => !login.querySelector('form'));
  });

  it('shows the error, keeps the name, and selects the password', async () => {
    const login = put<'usher-login'>(markup, lockedFilm());
    await type(login, 'username', 'ada');
    await type(login, 'password', 'wrong');
    await press(login, 'Log in');
    await shows(login, 'User name or password is wrong.');
    const [name, password] = login.querySelectorAll('input');
    expect(name?.value).to.equal('ada');
    expect(document.activeElement).to.equal(password);
    expect(login.querySelector('[role=alert]')?.textContent).to.include('wrong');
  });

  it('shows no error of an earlier login after a logout', async () => {
    const usher = lockedFilm();
    const login = put<'usher-login'>(markup, usher);
    await type(login, 'username', 'ada');
    await type(login, 'password', 'wrong');
    await press(login, 'Log in');
    await shows(login, 'User name or password is wrong.');
    await usher.login({ username: 'ada', password: 'lovelace' }); // in another element
    await until(() => !login.querySelector('form'));
    await usher.logout();
    await until(() => login.querySelector('form'));
    expect(textOf(login)).to.not.include('is wrong');
  });

  it('has its form in the document, with the field names that password managers know', async () => {
    const login = put<'usher-login'>(markup, lockedFilm());
    await until(() => login.querySelector('form'));
    const [name, password] = login.querySelectorAll('input');
    expect(name?.getRootNode()).to.equal(document);
    expect([name?.autocomplete, password?.autocomplete]).to.deep.equal([
      'username',
      'current-password',
    ]);
    expect([name?.labels?.length, password?.labels?.length]).to.deep.equal([1, 1]);
    expect(password?.type).to.equal('password');
    expect(login.querySelector('form')?.method).to.equal('post');
  });

  it('styles its form, and no other form of the page', async () => {
    const other = document.createElement('form');
    other.innerHTML = '<label>Search <input></label><button>Go</button>';
    const place = document.createElement('div');
    place.append(other);
    document.body.append(place);
    const look = (): string[] =>
      ['display', 'minBlockSize', 'borderRadius', 'backgroundColor'].flatMap((name) =>
        [other, ...other.querySelectorAll('*')].map(
          (each) => getComputedStyle(each)[name as 'display'],
        ),
      );
    const before = look();
    const login = put<'usher-login'>(markup, lockedFilm());
    await until(() => login.querySelector('button'));
    expect(getComputedStyle(login.querySelector('input')!).minBlockSize).to.equal('44px');
    expect(look()).to.deep.equal(before);
  });

  it('shows the content of the page until there is a runtime', async () => {
    const login = put<'usher-login'>(markup, lockedFilm());
    login.usher = undefined;
    await quiet();
    expect(textOf(login)).to.equal('Loading');
    login.usher = lockedFilm();
    await until(() => login.querySelector('form'));
    expect(textOf(login)).to.not.include('Loading');
  });
});
