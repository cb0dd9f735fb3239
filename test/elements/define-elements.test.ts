import { expect } from 'chai';
import { defineElements } from '../../src/elements/define-elements.ts';
import { lockedFilm, put, shows } from '../fixtures/elements/shown.ts';
import { quiet, until } from '../fixtures/session/waiting.ts';

const gate = '<usher-gate item="7" lang="en"></usher-gate>';

/** Puts markup without its own runtime into the page. */
const putBare = (markup: string): Element => {
  const element = put<'usher-gate'>(markup, lockedFilm());
  element.usher = undefined;
  return element;
};

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

  it('reads texts from the page, and reports invalid JSON', async () => {
    const words = (language: string, text: string): void => {
      const script = document.createElement('script');
      Object.assign(script, { type: 'application/json', textContent: text });
      script.dataset['usherWords'] = language;
      document.head.append(script);
    };
    const reported: string[] = [];
    const report = (event: ErrorEvent): void => {
      reported.push(event.message);
      event.preventDefault();
    };
    const { onerror } = window;
    window.onerror = null; // the handler of mocha, which fails the test
    addEventListener('error', report);
    words('en', '{ "reason.not-paid": ');
    words('pl', '{ "hours.few": "{n} godziny", "hours.many": "{n} godzin" }');
    const element = put<'usher-gate'>(gate.replace('"en"', '"pl"'), lockedFilm());
    await shows(element, '48 godzin');
    element.lang = 'en';
    await until(() => reported.length);
    await shows(element, '48 hours');
    removeEventListener('error', report);
    window.onerror = onerror;
    expect(reported.join()).to.include('JSON');
  });
});
