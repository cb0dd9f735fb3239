// Checked by the compiler, never run: what a login takes.
import type { sessionRows } from '../../src/contract/session.ts';
import type { LoginProvider, LoginValues, Usher } from '../../src/index.ts';

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const yes = <_Same extends true>(): void => undefined;
declare const usher: Usher;
declare const username: string;
declare const password: string;
declare const token: string;
declare const vouchercode: string;
declare const host: string;
declare const anyProvider: string;
const login = usher.login;

// The known providers are those of the table.
type Known = (typeof sessionRows.login.body.provider.known)[number];
yes<Same<LoginProvider, Known | (string & {})>>();

// Without a provider: user name and password, or a voucher code.
void login({ username, password });
void login({ username, password, host });
void login({ provider: 'manual', username, password });
void login({ provider: undefined, username, password });
void login({ vouchercode });
const credentials = { username, password };
void login(credentials);
// @ts-expect-error: a user name needs its password
void login({ username });
// @ts-expect-error: a password is a text
void login({ username, password: 5 });
// @ts-expect-error: a login needs a credential
void login({});
// @ts-expect-error: a login needs values
void login();
// @ts-expect-error: a token needs its provider
void login({ token });
// @ts-expect-error: a manual login has no token
void login({ provider: 'manual', username, password, token });
// @ts-expect-error: a voucher code is no password
void login({ provider: 'manual', vouchercode });
// @ts-expect-error: there is no such field
void login({ username, password, remember: true });

// The other known providers take a token.
void login({ provider: 'hash', token });
void login({ provider: 'broadcast', token });
void login({ provider: 'secondscreen', token, host });
// @ts-expect-error: a hash is a token
void login({ provider: 'hash', username, password });
// @ts-expect-error: a voucher code is no broadcast code
void login({ provider: 'broadcast', vouchercode });
// @ts-expect-error: a second screen shows a token
void login({ provider: 'secondscreen' });

// A provider that the types do not know takes a token, or a voucher code.
void login({ provider: 'some-directory', token, host });
void login({ provider: 'some-directory', vouchercode });
void login({ provider: anyProvider, token });
// @ts-expect-error: a password is for manual logins only
void login({ provider: 'some-directory', username, password });
// @ts-expect-error: a login needs a credential
void login({ provider: 'some-directory' });

// Values may be made elsewhere.
const made = (code: string): LoginValues => ({ provider: 'secondscreen', token: code });
const byVoucher = (code: string): LoginValues => ({ vouchercode: code });
void login(made('1'));
void login(byVoucher('1'));
declare const either: 'hash' | 'broadcast';
void login({ provider: either, token });
