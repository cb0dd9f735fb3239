import { expect } from 'chai';
import { isNotFound, isSessionLost } from '../../src/dialect/failure.ts';
import { isPlayerOnly } from '../../src/dialect/player-only.ts';

const failed = (status: number, hint?: string) => ({
  status,
  hint,
  result: undefined,
  metadata: {},
});
const lost = (status: number, hint: string | undefined, id: string, authorized = true): boolean =>
  isSessionLost(failed(status, hint), { id, authorized });

describe('a session', () => {
  it('is lost after a 401, or a hint that names it', () => {
    expect(lost(401, undefined, 'allmedia/latest')).to.equal(true);
    expect(lost(400, 'session unknown', 'payment/itemstate')).to.equal(true);
    expect(lost(404, 'No such Session', 'allmedia/latest')).to.equal(true);
  });

  it('is not lost after any other failure', () => {
    for (const status of [400, 402, 404, 409, 410, 429, 500, 503]) {
      expect(lost(status, undefined, 'allmedia/latest')).to.equal(false);
      expect(lost(status, 'professional sessions-list missing', 'allmedia/latest')).to.equal(false);
    }
  });

  it('is lost after a hint that says that it is unknown, ended, expired, invalid or missing', () => {
    for (const hint of [
      'the session has ended',
      'the session has expired: it was not kept alive',
      'the session of X-Request-CID is unknown on this domain',
      'Session expired',
      'session id missing',
      'your session is no longer valid',
      'this session was not found',
      'Error 17: session invalid',
      'Unknown session',
      'invalid session ID',
      'no such session.',
      'expired session, log in again',
    ]) {
      expect(lost(400, hint, 'payment/itemstate'), hint).to.equal(true);
    }
  });

  it('is not lost after a hint about anything else that is called a session', () => {
    for (const hint of [
      'checkout session declined',
      'checkout session expired',
      'the payment session has expired',
      'unknown checkout session',
      'the session may not buy this item',
      'no session of this event is left',
      'sessions expired',
      'session limit reached',
      'the card of this session has expired',
      'invalid session price',
    ]) {
      expect(lost(402, hint, 'payment/finishtransaction'), hint).to.equal(false);
    }
  });

  it('is lost after a 403 only from keepalive', () => {
    expect(lost(403, undefined, 'session/keepalive')).to.equal(true);
    expect(lost(403, undefined, 'payment/itemstate')).to.equal(false);
    expect(lost(403, 'not in this session', 'payment/itemstate')).to.equal(false);
  });

  it('is never lost by login, logout or a voucher, nor by a call without one', () => {
    for (const id of ['session/login', 'session/logout', 'payment/redeemvoucher']) {
      for (const status of [400, 401, 403]) expect(lost(status, 'session', id)).to.equal(false);
    }
    expect(lost(401, 'session', 'session/staticdetails', false)).to.equal(false);
  });
});

describe('other failures', () => {
  it('are "not found" by status 404 alone', () => {
    expect([404, 400, 410, 500].map((status) => isNotFound(failed(status)))).to.deep.equal([
      true,
      false,
      false,
      false,
    ]);
    expect(isNotFound({ ...failed(404), lacksEnvelope: true })).to.equal(false);
  });

  it('name a player-only domain by their hint', () => {
    expect(
      ['player-only domain', 'Player only', 'static session'].map((hint) =>
        isPlayerOnly(failed(403, hint)),
      ),
    ).to.deep.equal([true, true, true]);
    expect(
      [undefined, '', 'player unknown'].map((hint) => isPlayerOnly(failed(403, hint))),
    ).to.deep.equal([false, false, false]);
  });
});
