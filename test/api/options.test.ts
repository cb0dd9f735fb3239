import { expect } from 'chai';
import { createUsher, isUsherError, type UsherOptions } from '../../src/index.ts';

const baseUrl = 'https://options.test/v3.1/741';
const refused = (options: unknown): any => {
  try {
    createUsher(options as UsherOptions).dispose();
  } catch (error) {
    return error;
  }
  throw new Error(`taken: ${JSON.stringify(options)}`);
};

describe('an option of a publisher', () => {
  for (const [title, value] of [
    ['is missing', undefined],
    ['is empty', ''],
    ['is null', null],
    ['is a number', 741],
    ['is no address', 'https://'],
    ['has no scheme', 'api.options.test/v3.1/741'],
    ['has a host and a port without a scheme', '127.0.0.1:4174/v3.1/741'],
    ['has another scheme', 'ftp://options.test/v3.1'],
    ['is a script', 'javascript:alert(1)//v3.1'],
    ['is data', 'data:text/html,/v3.1'],
    ['has no path', 'https://options.test'],
    ['has no path but a slash', 'https://options.test/'],
    ['holds a user', 'https://user@options.test/v3.1'],
    ['holds a password', 'https://user:pass@options.test/v3.1'],
    ['holds a query', 'https://options.test/v3.1?a=b'],
    ['holds a fragment', 'https://options.test/v3.1#a'],
  ] as const) {
    it(`is refused when the base URL ${title}`, () => {
      const error = refused({ baseUrl: value });
      expect(isUsherError(error, 'input')).to.equal(true);
      expect(error).to.include({ endpoint: 'createUsher', field: 'baseUrl' });
      expect(error.allowed).to.include('http');
    });
  }

  for (const good of [
    'https://options.test/v3.1',
    'https://options.test/v3.1/',
    'http://127.0.0.1:4174/v3.1/741',
    '/v3.1/741',
    'https://options.test:8443/api/v3.1/9007199254740993001',
  ]) {
    it(`may be the base URL ${good}`, () => {
      createUsher({ baseUrl: good }).dispose();
    });
  }

  for (const domain of ['abc', '', '7 41', -1, 7.5, NaN, null, true, '741/../1', {}]) {
    it(`is refused as domain: ${JSON.stringify(domain)}`, () => {
      expect(refused({ baseUrl, domain })).to.include({ code: 'input', field: 'domain' });
    });
  }

  for (const persistence of ['Device', 'cookie', '', null, 1]) {
    it(`is refused as persistence: ${JSON.stringify(persistence)}`, () => {
      const error = refused({ baseUrl, persistence });
      expect(error).to.include({ code: 'input', field: 'persistence' });
      expect(error.allowed).to.match(/device.*tab.*none/);
    });
  }

  for (const name of ['start', 'debug'] as const) {
    it(`is refused as ${name}: "yes"`, () => {
      const error = refused({ baseUrl, [name]: 'yes' });
      expect(error).to.include({ code: 'input', field: name });
      expect(error.message).to.contain('must be true');
    });
  }

  for (const [title, init, field] of [
    ['an unknown field', { nosuch: 1 }, 'nosuch'],
    ['a field of Object', JSON.parse('{"__proto__": 1}'), '__proto__'],
    ['a language of three letters', { explicitLanguage: 'deu' }, 'explicitLanguage'],
    ['a flag that is text', { addChannels: 'true' }, 'addChannels'],
    ['a flag of 2', { addChannels: 2 }, 'addChannels'],
    ['a latitude beyond the pole', { lat: 90.1 }, 'lat'],
    ['a latitude that is text', { lat: '48' }, 'lat'],
    ['a longitude that is no number', { lng: NaN }, 'lng'],
    ['a text with a line break', { deviceName: 'a\nb' }, 'deviceName'],
    ['a text with a lone surrogate', { deviceName: '\udc00' }, 'deviceName'],
    ['a text that is null', { gateway: null }, 'gateway'],
    ['an ID that is negative', { campaign: -1 }, 'campaign'],
    ['an ID without all digits', { campaign: 2 ** 60 }, 'campaign'],
    ['the device hash', { nxp_devh: '4:1500496747:178989' }, 'nxp_devh'],
    ['the user hash', { nxp_userh: 'u' }, 'nxp_userh'],
    ['the current session', { currentSession: 7 }, 'currentSession'],
  ] as const) {
    it(`is refused as field of init: ${title}`, () => {
      const error = refused({ baseUrl, init });
      expect(isUsherError(error, 'input')).to.equal(true);
      expect(error).to.include({ field });
    });
  }

  it('is refused when it is unknown', () => {
    expect(refused({ baseUrl, baseURL: baseUrl })).to.include({ code: 'input', field: 'baseURL' });
  });

  for (const [given, message] of [
    ['baseURL', 'there is no option baseURL; did you mean baseUrl?'],
    ['persistance', 'there is no option persistance; did you mean persistence?'],
    ['provider', 'there is no option provider; did you mean providers?'],
    ['gateway', 'there is no option gateway'],
  ] as const) {
    it(`is refused with the nearest known name, if any: ${given}`, () => {
      const error = refused({ baseUrl, [given]: 'secret' });
      expect(error.message).to.equal(`createUsher: ${message}`);
      expect(error.value).to.equal('(hidden)');
    });
  }

  const url = (): string => 'https://pay.test/';
  for (const [title, given, field, message] of [
    ['a mistyped name', { provider: [] }, 'provider', 'did you mean providers?'],
    ['an option of createUsher alone', { debug: true }, 'debug', 'there is no option debug'],
    ['providers that are no list', { providers: {} }, 'providers', 'must be a list'],
    [
      'a provider of no kind',
      { providers: [{ name: 'a', type: 'inpage' }] },
      'providers[0].type',
      'must be redirect, popup, in-page, not "inpage"',
    ],
    [
      'the second provider without a name',
      {
        providers: [
          { name: 'a', type: 'popup', url },
          { type: 'popup', url },
        ],
      },
      'providers[1].name',
      'must be a text, not undefined',
    ],
    [
      'a redirect without url',
      { providers: [{ name: 'a', type: 'redirect' }] },
      'providers[0].url',
      'must be a function',
    ],
    ['a provider that is null', { providers: [null] }, 'providers[0].type', 'not undefined'],
    [
      'a negative grace period',
      { graceMs: -1 },
      'graceMs',
      'must be from 0 to a day, in ms, not -1',
    ],
  ] as const) {
    it(`is refused by createUsher and by configure alike: ${title}`, () => {
      const usher = createUsher({ baseUrl });
      try {
        expect(() => usher.configure(given as never))
          .to.throw(message)
          .with.property('field', field);
      } finally {
        usher.dispose();
      }
      if (field === 'debug') return;
      const error = refused({ baseUrl, ...given });
      expect(error).to.include({ code: 'input', field });
      expect(error.message).to.contain(message);
    });
  }

  it('can be undefined, except the base URL', () => {
    createUsher({
      baseUrl,
      domain: undefined,
      persistence: undefined,
      init: undefined,
      dialect: undefined,
    }).dispose();
  });
});
