import { expect } from 'chai';
import { debug } from '../../src/browser/debug-notes.ts';
import { defineElements } from '../../src/elements/define-elements.ts';
import { lockedFilm, press, put, shows } from '../fixtures/elements/shown.ts';
import { quiet, until } from '../fixtures/session/waiting.ts';

const gate = '<usher-gate item="7" lang="en"></usher-gate>';

/** Puts markup without its own runtime into the page. */
const putBare = (markup: string): Element => {
  const element = put<'usher-gate'>(markup, lockedFilm());
  element.usher = undefined;
  return element;
};

/** The uncaught errors of the page from now on. mocha, which fails the test, sees none. */
function reportsOfPage(): { readonly texts: readonly string[]; readonly end: () => void } {
  const texts: string[] = [];
  const report = (event: ErrorEvent): void => {
    texts.push(event.message);
    event.preventDefault();
  };
  const { onerror } = window;
  window.onerror = null;
  addEventListener('error', report);
  return {
    texts,
    end() {
      removeEventListener('error', report);
      window.onerror = onerror;
    },
  };
}

describe('defineElements', () => {
  afterEach(() => {
    delete window.usher;
    for (const element of document.querySelectorAll('body > div, script[data-usher-words]')) {
      element.remove();
    }
  });

  it('keeps an element that another copy of the code has defined', () => {
    class Other extends HTMLElement {}
    customElements.define('usher-purchases', Other);
    defineElements();
    defineElements();
    expect(customElements.get('usher-purchases')).to.equal(Other);
    expect(customElements.get('usher-gate')).to.be.a('function');
  });

  it('gives its runtime to waiting elements', async () => {
    const element = putBare(gate);
    await quiet();
    expect(element.hasAttribute('access')).to.equal(false);
    defineElements({ usher: lockedFilm() });
    await shows(element, 'Rent for');
  });

  it('uses the runtime of the page, or of the domain that an element names', async () => {
    const runtimes = {
      '741': lockedFilm(),
      '742': lockedFilm({ items: { '7/video': 'unknown' } }),
    };
    const ready = async (domain: number | string = '741') => runtimes[domain as '741'];
    window.usher = { ready, push: () => {}, for: () => undefined };
    const other = putBare('<usher-gate item="7" domain="742" lang="en"></usher-gate>');
    await shows(other, 'Access could not be checked');
    other.setAttribute('domain', '741');
    await shows(other, 'Rent for');
  });

  /** A file of texts, at an address of its own. */
  const fileOf = (texts: object | string): string =>
    URL.createObjectURL(new Blob([typeof texts === 'string' ? texts : JSON.stringify(texts)]));

  it('reads texts from the file that an element names, also for its login form', async () => {
    const words = fileOf({
      login: 'Se connecter',
      username: 'Identifiant',
      'hours.other': '{n} h',
    });
    const { fetch } = window;
    const asked: unknown[] = [];
    window.fetch = (...call) => {
      asked.push(call[0]);
      return fetch(...call);
    };
    const text = `<usher-gate item="7" lang="fr" words="${words}"></usher-gate>`;
    const [first, second] = [put<'usher-gate'>(text, lockedFilm()), put(text, lockedFilm())];
    await shows(first, '48 h');
    await shows(second, 'Choose how to watch'); // English fills what the file leaves out
    await press(first, 'Se connecter');
    await shows(first, 'Identifiant');
    expect(asked).to.deep.equal([words]);
    first.words = fileOf({ login: 'Connexion' });
    await shows(first.querySelector('usher-login')!, 'Connexion');
    window.fetch = fetch;
  });

  it('ignores what is no text in a file, and warns of each key once', async () => {
    const words = fileOf({ login: 7, username: null, password: 'Geheim', voucher: { a: 1 } });
    const messages: string[] = [];
    debug.notes = { push: ({ kind, value }) => messages.push(`${kind}: ${String(value)}`) };
    const markup = `<usher-login lang="en" words="${words}"></usher-login>`;
    for (let count = 0; count < 2; count++) {
      const element = put<'usher-login'>(markup, lockedFilm());
      await shows(element, 'Geheim');
      await shows(element, 'Log in');
      expect(element.querySelectorAll('form input')).to.have.length(2);
    }
    for (const list of ['[1]', '"text"', 'null', '7']) {
      await shows(put(markup.replace(words, fileOf(list)), lockedFilm()), 'Log in');
    }
    delete debug.notes;
    for (const key of ['login', 'username', 'voucher']) {
      const texts = messages.filter((text) => text.includes(`"${key}"`));
      expect(texts).to.have.length(1);
      expect(texts[0]).to.match(/^warning: /);
    }
  });

  it('shows its own texts when the file of an element is missing, wrong or late', async () => {
    const reports = reportsOfPage();
    const { timeout } = AbortSignal;
    let limit = 0;
    AbortSignal.timeout = (ms) => {
      limit = ms;
      return AbortSignal.abort(new Error('too late'));
    };
    const slow = fileOf({ login: 'Later' });
    const showsOwn = (words: string): Promise<void> =>
      shows(
        put(`<usher-gate item="7" lang="en" words="${words}"></usher-gate>`, lockedFilm()),
        'Log in',
      );
    await showsOwn(slow);
    await until(() => reports.texts.some((text) => text.includes('too late')));
    expect(limit).to.equal(8000);
    AbortSignal.timeout = timeout;
    await showsOwn('blob:none');
    // WebKit says it in other words, and so for what is no JSON.
    await until(() => reports.texts.some((text) => /fetch|Load failed/.test(text)));
    await showsOwn(fileOf('{ "login": '));
    await until(() => reports.texts.some((text) => /JSON|expected pattern/.test(text)));
    reports.end();
  });

  it('shows texts that are given after an element: by a later call, and at the end of the page', async () => {
    Object.defineProperty(document, 'readyState', { value: 'loading', configurable: true });
    const element = put<'usher-gate'>(gate.replace('"en"', '"fr"'), lockedFilm());
    await shows(element, 'Choose how to watch');
    defineElements({ words: { fr: { 'reason.not-paid': 'Au choix' } } });
    await shows(element, 'Au choix');
    const script = document.createElement('script');
    Object.assign(script, { type: 'application/json', textContent: '{"login":"Se connecter"}' });
    script.dataset['usherWords'] = 'fr';
    document.body.append(script);
    delete (document as { readyState?: string }).readyState;
    document.dispatchEvent(new Event('DOMContentLoaded'));
    await shows(element, 'Se connecter');
    defineElements({ words: { fr: {} } });
    await shows(element, 'Choose how to watch');
  });

  it('reads texts from the page, and reports invalid JSON', async () => {
    const words = (language: string, text: string): void => {
      const script = document.createElement('script');
      Object.assign(script, { type: 'application/json', textContent: text });
      script.dataset['usherWords'] = language;
      document.head.append(script);
    };
    const reports = reportsOfPage();
    words('en', '{ "reason.not-paid": ');
    words('pl', '{ "hours.few": "{n} godziny", "hours.many": "{n} godzin" }');
    const element = put<'usher-gate'>(gate.replace('"en"', '"pl"'), lockedFilm());
    await shows(element, '48 godzin');
    element.lang = 'en';
    await until(() => reports.texts.length);
    await shows(element, '48 hours');
    reports.end();
    expect(reports.texts.join()).to.include('JSON');
  });
});
