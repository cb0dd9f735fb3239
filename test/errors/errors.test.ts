import { expect } from 'chai';
import { AbortedError } from '../../src/errors/aborted-error.ts';
import { InputError } from '../../src/errors/input-error.ts';
import { isUsherError } from '../../src/errors/is-usher-error.ts';
import { LoginFailedError } from '../../src/errors/login-failed-error.ts';
import { MalformedError } from '../../src/errors/malformed-error.ts';
import { NetworkError } from '../../src/errors/network-error.ts';
import { NotFoundError } from '../../src/errors/not-found-error.ts';
import { PlatformError } from '../../src/errors/platform-error.ts';
import { SessionLostError } from '../../src/errors/session-lost-error.ts';
import { TimeoutError } from '../../src/errors/timeout-error.ts';
import { UsherError, type ErrorCode } from '../../src/errors/usher-error.ts';

const cause = new Error('underneath');
const kinds: [
  error: UsherError,
  code: ErrorCode,
  retryable: boolean,
  status?: number,
  hint?: string,
][] = [
  [new InputError('session/init', 'lat', 91, 'a number, at most 90'), 'input', false],
  [new NetworkError(cause), 'network', true],
  [new TimeoutError(10_000), 'timeout', true],
  [new AbortedError('signal'), 'aborted', false],
  [new MalformedError('session/init', 'no JSON', 200), 'malformed', false, 200],
  [new PlatformError('session/init', 402, 'declined'), 'platform', false, 402, 'declined'],
  [new SessionLostError('allmedia/latest', 401, 'gone'), 'session-lost', false, 401, 'gone'],
  [new NotFoundError('allmedia/byglobalid', 'none'), 'not-found', false, 404, 'none'],
  [new LoginFailedError(401, 'wrong'), 'login-failed', false, 401, 'wrong'],
];

describe('the errors', () => {
  it('have a literal code, `retryable`, and status and hint if any', () => {
    for (const [error, code, retryable, status, hint] of kinds) {
      expect([error.code, error.retryable, error.status, error.hint], code).to.deep.equal([
        code,
        retryable,
        status,
        hint,
      ]);
      expect(error).to.be.instanceOf(UsherError).and.instanceOf(Error);
      expect(error.message, code).to.match(/\w/);
      if (hint) expect(error.message).to.include(hint);
    }
  });

  it('are distinguished by their codes', () => {
    for (const [error, code] of kinds) {
      for (const [other, otherCode] of kinds) {
        expect(isUsherError(other, code), `${code} ${otherCode}`).to.equal(other === error);
      }
      expect(isUsherError(error)).to.equal(true);
      expect(isUsherError(error, 'unsupported')).to.equal(false);
    }
  });

  it('are not recognized by similar objects', () => {
    for (const value of [
      undefined,
      null,
      'input',
      5,
      {},
      { code: 'input' },
      new Error('input'),
      Object.assign(new Error(), { code: 'input', retryable: false }),
      new DOMException('x', 'AbortError'),
    ]) {
      expect(isUsherError(value)).to.equal(false);
      expect(isUsherError(value, 'input')).to.equal(false);
    }
  });

  it('of another copy of the code are recognized, and the other way round', async () => {
    // The same source under another address is another module: other classes, as in a page with two
    // builds.
    const copy = (await import(
      `${'../../src/errors/usher-error.ts'}?copy`
    )) as typeof import('../../src/errors/usher-error.ts');
    const guard = (await import(
      `${'../../src/errors/is-usher-error.ts'}?copy`
    )) as typeof import('../../src/errors/is-usher-error.ts');
    expect(copy.UsherError).to.not.equal(UsherError);
    const foreign = new copy.UsherError('not-found', 'none', { status: 404 });
    expect(foreign).to.not.be.instanceOf(UsherError);
    expect(isUsherError(foreign, 'not-found')).to.equal(true);
    expect(isUsherError(foreign, 'input')).to.equal(false);
    for (const [error, code] of kinds) expect(guard.isUsherError(error, code)).to.equal(true);
  });

  it('keep their cause', () => {
    expect(new NetworkError(cause).cause).to.equal(cause);
    expect(new UsherError('platform', 'x', { cause }).cause).to.equal(cause);
  });

  it('mark the temporary failures of a platform', () => {
    const passing = [408, 425, 429, 500, 502, 503, 504, 507, 509, 520, 522, 524, 526, 530];
    for (const status of [400, 401, 402, 403, 405, 409, 410, 501, 505, ...passing]) {
      expect(new PlatformError('x', status).retryable, String(status)).to.equal(
        passing.includes(status),
      );
    }
    expect(new PlatformError('x', 503, undefined, 7000).retryAfterMs).to.equal(7000);
    expect(new PlatformError('x', 503)).to.not.have.property('retryAfterMs');
  });

  it('can be turned into text and JSON', () => {
    for (const [error, code] of kinds) {
      expect(String(error)).to.include(error.message);
      expect((JSON.parse(JSON.stringify(error)) as UsherError).code).to.equal(code);
    }
  });
});

describe('an input error', () => {
  it('names endpoint, field, value and the allowed values', () => {
    const error = new InputError('session/init', 'lat', 91, 'a number, at most 90');
    expect(error).to.include({
      endpoint: 'session/init',
      field: 'lat',
      value: 91,
      allowed: 'a number, at most 90',
    });
    expect(error.message).to.equal('session/init: lat must be a number, at most 90, not 91');
  });

  it('can have another sentence', () => {
    const { message } = new InputError('a/b', 'c', 1, 'left out', 'there is no field c');
    expect(message).to.equal('a/b: there is no field c');
  });

  it('shows any value as text, and a long one in part', () => {
    for (const value of [
      null,
      undefined,
      true,
      5n,
      {},
      [],
      Object.create(null),
      Symbol('s'),
      () => 1,
      new Date(NaN),
    ]) {
      expect(new InputError('a/b', 'c', value, 'd').message).to.match(/^a\/b: c must be d, not /);
    }
    expect(new InputError('a/b', 'c', 'x'.repeat(10_000), 'd').message.length).to.be.lessThan(200);
  });
});
