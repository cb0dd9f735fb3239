import { executeServerCommand } from '@web/test-runner-commands';
import { expect } from 'chai';
import type { Answer } from '../../../src/dialect/envelope.ts';
import { createUsher, isUsherError, type Usher } from '../../../src/index.ts';
import type { LoginValues } from '../../../src/session/account/login-values.ts';
import { credentials, reached, tenant } from '../../fixtures/session/reference-platform.ts';
import { quiet, rejection } from '../../fixtures/session/waiting.ts';

const { host } = location;
let usher: Usher;

/** A page of a tenant, which leaves its session to the next page. */
function openPage(domain: number, init: { campaign?: number } = {}): void {
  usher = createUsher({ baseUrl: tenant(domain), init });
}

/** The user hash of a login's answer, for a page that stores it itself. */
async function fetchUserHash(): Promise<string> {
  const { result } = await usher.call('session/login', credentials);
  return (result as { userdata: { userhash: string } }).userdata.userhash;
}

const directoryUrlOf = ({ result }: Answer): string =>
  (result as { general: { url: string } }).general.url;

/** Opens the directory in a tab, answers there, and reads the return address. */
async function returnFromDirectory(user: string): Promise<URL> {
  const { tab } = await executeServerCommand<{ tab: string }, object>('pw:open', {
    url: directoryUrlOf(await usher.call('session/generatedirectoryloginurl', { host })),
  });
  const { url } = await executeServerCommand<{ url: string }, object>('pw:follow', {
    tab,
    selector: `button[value=${user}]`,
    host,
  });
  await executeServerCommand('pw:close', { tab });
  return new URL(url);
}

/** The fields of each kind of login, right and wrong. */
const ways: readonly {
  title: string;
  domain: number;
  name: string;
  right: () => Promise<LoginValues>;
  wrong: LoginValues;
}[] = [
  {
    title: 'by name and password',
    domain: 9610,
    name: 'ada',
    right: async () => credentials,
    wrong: { ...credentials, password: 'wrong' },
  },
  {
    title: 'by name and password without a provider',
    domain: 9634,
    name: 'ada',
    right: async () => ({ username: credentials.username, password: credentials.password }),
    wrong: { username: credentials.username, password: 'wrong' },
  },
  {
    title: 'by the token of an identity provider',
    domain: 9631,
    name: 'ada',
    right: async () => ({ provider: 'some-directory', token: 'demo-token' }),
    wrong: { provider: 'some-directory', token: 'x' },
  },
  {
    title: 'by the user hash of an earlier login',
    domain: 9612,
    name: 'ada',
    right: async () => ({ provider: 'hash', token: await fetchUserHash() }),
    wrong: { provider: 'hash', token: 'x' },
  },
  {
    title: 'by a broadcast code',
    domain: 9613,
    name: 'ada',
    right: async () => ({ provider: 'broadcast', token: 'BROADCAST-1' }),
    wrong: { provider: 'broadcast', token: '424242' },
  },
  {
    title: 'by the code of a second screen',
    domain: 9614,
    name: 'ada',
    right: async () => ({ provider: 'secondscreen', token: '424242' }),
    wrong: { provider: 'secondscreen', token: 'BROADCAST-1' },
  },
  {
    title: 'by a voucher code alone',
    domain: 9615,
    name: 'grace',
    right: async () => ({ vouchercode: 'WELCOME-GRACE' }),
    wrong: { vouchercode: 'NO-SUCH' },
  },
  {
    title: 'by a voucher code with a provider',
    domain: 9616,
    name: 'grace',
    right: async () => ({ provider: 'voucher', vouchercode: 'WELCOME-GRACE' }),
    wrong: { provider: 'voucher', vouchercode: 'NO-SUCH' },
  },
  {
    title: 'by name and password with a voucher code',
    domain: 9642,
    name: 'ada',
    right: async () => ({
      username: credentials.username,
      password: credentials.password,
      vouchercode: 'FREE-MONTH',
    }),
    wrong: { username: credentials.username, password: 'wrong', vouchercode: 'FREE-MONTH' },
  },
  {
    title: 'by the directory',
    domain: 9617,
    name: 'grace',
    wrong: { provider: 'directory', token: 'x', host },
    async right() {
      const { hash } = await returnFromDirectory('grace');
      return {
        provider: 'directory',
        token: new URLSearchParams(hash.slice(1)).get('token')!,
        host,
      };
    },
  },
  {
    title: 'with the host that a second factor needs',
    domain: 9790,
    name: 'ada',
    right: async () => ({ ...credentials, host }),
    wrong: credentials,
  },
];

describe('a login at the reference platform', () => {
  afterEach(() => usher.dispose());

  for (const { title, domain, name, right, wrong } of ways) {
    it(`works ${title}, rejects wrong credentials, and survives a lost session`, async () => {
      openPage(domain);
      const refused = await rejection(usher.login(wrong));
      expect(refused).to.include({ code: 'login-failed', status: domain === 9790 ? 400 : 401 });
      expect(usher.$session.get()).to.include({ status: 'ready', user: null });

      const values = await right();
      const user = await usher.login(values);
      expect(user.name).to.equal(name);
      expect(usher.$user.get()).to.deep.equal(user);
      const { token, vouchercode, password } = values as {
        [Field in 'token' | 'vouchercode' | 'password']?: string;
      };
      for (const secret of [token, vouchercode, password]) {
        if (secret && values.provider !== 'hash') {
          expect(JSON.stringify(localStorage)).to.not.include(secret);
        }
      }

      usher.dispose();
      openPage(domain, { campaign: 2 }); // other fields, so init is sent again
      expect((await usher.start()).user).to.deep.equal(user);
      const inits = (await reached(domain))!.filter(({ path }) => path.endsWith('/init'));
      expect(inits, inits.map(({ body }) => body).join('\n')).to.have.length(2);
      expect(new URLSearchParams(inits[1]!.body).get('nxp_userh')).to.match(/^[0-9a-f]{32}$/);
      await usher.logout();
    });
  }

  it('with a directory token works once, and only at its host', async () => {
    openPage(9618);
    const token = new URLSearchParams((await returnFromDirectory('ada')).hash.slice(1)).get(
      'token',
    )!;
    expect(
      await rejection(usher.login({ provider: 'directory', token, host: 'localhost:9' })),
    ).to.include({ code: 'login-failed', status: 401 });
    expect((await usher.login({ provider: 'directory', token, host })).name).to.equal('ada');
    expect(await rejection(usher.login({ provider: 'directory', token, host }))).to.include({
      code: 'login-failed',
      status: 401,
    });
    expect(usher.$user.get()!.name).to.equal('ada');
    await usher.logout();
  });

  it('with the directory sends viewers only to known hosts, and reports others', async () => {
    openPage(9619);
    const error = await rejection(
      usher.call('session/generatedirectoryloginurl', { host: 'evil.example' }),
    );
    expect(error).to.include({ code: 'platform', status: 400 });
    expect(error.hint).to.include('host must be one that this platform sends viewers back to');
    expect(usher.$session.get().status).to.equal('ready');
  });

  for (const [title, values, field] of [
    ['no argument', undefined, 'username'],
    ['no field', {}, 'username'],
    ['a token without a provider', { token: 't' }, 'provider'],
    ['a name alone', { username: 'ada' }, 'password'],
    ['a password alone', { password: 'lovelace' }, 'username'],
    [
      'name and password beside a token without a provider',
      { username: 'ada', password: 'lovelace', token: 't' },
      'provider',
    ],
    ['an empty provider', { provider: '', username: 'ada', password: 'lovelace' }, 'provider'],
    ['a provider that is null', { provider: null, username: 'ada', password: 'l' }, 'provider'],
    ['a manual login without a password', { provider: 'manual', username: 'ada' }, 'password'],
    ['a manual login with an empty password', { ...credentials, password: '' }, 'password'],
    ['a manual login without a name', { provider: 'manual', password: 'lovelace' }, 'username'],
    [
      'a manual login with a token in the place of the password',
      { provider: 'manual', username: 'ada', token: 't' },
      'password',
    ],
    ['a hash login without its hash', { provider: 'hash' }, 'token'],
    [
      'a hash login with a voucher code in its place',
      { provider: 'hash', vouchercode: 'WELCOME-GRACE' },
      'token',
    ],
    ['a broadcast login without its code', { provider: 'broadcast', token: '' }, 'token'],
    [
      'a second-screen login without its code',
      { provider: 'secondscreen', token: undefined },
      'token',
    ],
    ['a directory login without its token', { provider: 'directory', host }, 'token'],
    [
      'a provider with neither token nor voucher code',
      { provider: 'voucher', vouchercode: '' },
      'token',
    ],
    [
      'a password with a token',
      { provider: 'directory', token: 't', password: 'lovelace' },
      'password',
    ],
    ['a name with a voucher code', { vouchercode: 'WELCOME-GRACE', username: 'ada' }, 'password'],
    [
      'a password with a voucher code',
      { vouchercode: 'WELCOME-GRACE', password: 'lovelace' },
      'password',
    ],
    ['a host that is not text', { ...credentials, host: 7 }, 'host'],
  ] as const) {
    it(`with ${title} is refused before anything is sent, and the error names the field`, async () => {
      openPage(9620);
      const error = await rejection(usher.login(values as LoginValues));
      expect(isUsherError(error, 'input')).to.equal(true);
      expect(error).to.include({ endpoint: 'session/login', field });
      await quiet();
      expect(usher.$session.get().status).to.equal('idle');
      expect(await reached(9620)).to.have.length(0);
      expect(error.message).to.not.match(/lovelace|WELCOME/);
    });
  }
});
