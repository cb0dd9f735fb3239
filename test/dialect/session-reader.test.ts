import { expect } from 'chai';
import { readSession } from '../../src/dialect/readers.ts';

/** Init's result, as captured from a platform. */
const captured = {
  general: {
    cid: '3154455148505954051',
    isNewSession: 1,
    isUnique: 0,
    clid: 741,
    uid: 0,
    campaign: 0,
    affiliatePartner: 0,
    geocode: 'DE',
    latitude: 52.52,
    longitude: 13.405,
    gateway: 'desktop',
    language: 'de',
    referrer: '',
    portal: '',
  },
  device: { id: 9, type: 'pc', sessionIndex: 3, domaintoken: 'abcd0123456789ABCDEF987654321' },
  system: { clientstatus: 'ok', reporttoken: 'x&se=1544925363', reportregion: 'eu' },
  pricemodel: { currency: 'EUR', ppv: { price: 499, hours: 48 } },
};
const general = (members: object): unknown => ({
  ...captured,
  general: { ...captured.general, ...members },
});

describe('the reader of a session', () => {
  it('reads the result of init of a real platform', () => {
    const session = readSession(captured);
    expect(session).to.deep.include({
      id: '3154455148505954051',
      user: null,
      language: 'de',
      gateway: 'desktop',
      domain: '741',
      domainToken: 'abcd0123456789ABCDEF987654321',
    });
    expect(session?.geo).to.deep.equal({ geocode: 'DE', latitude: '52.52', longitude: '13.405' });
    expect(session?.data).to.deep.equal({ pricemodel: captured.pricemodel });
  });

  it('reads the same members directly under the result', () => {
    const session = readSession({
      ...captured.general,
      ...captured.device,
      cid: 3154455148505,
      uid: '17',
      username: 'ada',
      userhash: 'h',
    });
    expect(session).to.deep.include({
      id: '3154455148505',
      domain: '741',
      domainToken: captured.device.domaintoken,
      user: { id: '17', name: 'ada', hash: 'h' },
    });
  });

  it('reads the user of a login, with an ID longer than a number holds', () => {
    const userdata = { uid: 17, username: 'ada', userhash: 'hash-1' };
    expect(
      readSession({ ...(general({ uid: '9007199254740993001' }) as object), userdata })?.user,
    ).to.deep.equal({ id: '9007199254740993001', name: 'ada', hash: 'hash-1' });
    expect(readSession({ ...captured, userdata })?.user).to.deep.equal({
      id: '17',
      name: 'ada',
      hash: 'hash-1',
    });
  });

  it("finds no user when the user's ID is 0, in any form, or absent", () => {
    for (const uid of [0, '0', '', null, undefined, false]) {
      expect(readSession(general({ uid }))?.user).to.equal(null);
    }
  });

  it('leaves the ID of a user empty when it cannot be read, and does not say that there is none', () => {
    for (const uid of ['0042', 'u-17', -1, 1.5, 2 ** 53, '1'.repeat(21), true, {}, ['7']]) {
      const found = readSession(general({ uid }));
      expect(found?.user, JSON.stringify(uid)).to.deep.include({ id: '' });
    }
    const userdata = { uid: 'u-17' };
    expect(readSession({ ...captured, userdata })?.user).to.deep.include({ id: '' });
    const named = { ...(general({ uid: 'u-17' }) as object), userdata: { uid: 17 } };
    expect(readSession(named)?.user).to.deep.include({ id: '17' });
  });

  it('reads the token of an older platform', () => {
    expect(readSession({ ...captured, device: { clienttoken: 'old' } })?.domainToken).to.equal(
      'old',
    );
    expect(readSession({ ...captured, device: {} })?.domainToken).to.equal(undefined);
  });

  it('refuses a session with an ID that is missing, 0, malformed or incomplete', () => {
    for (const cid of [
      undefined,
      null,
      '',
      0,
      '0',
      'abc',
      '12x',
      -5,
      '-5',
      1.5,
      '1.5',
      true,
      {},
      ['7'],
      NaN,
      2 ** 53,
      3.154455148505954e18,
      '1'.repeat(21),
      ' 7',
      '7\n',
    ]) {
      expect(readSession(general({ cid })), String(JSON.stringify(cid))).to.equal(undefined);
    }
  });

  it('refuses a result that is not a session', () => {
    for (const result of [
      undefined,
      null,
      '',
      'ok',
      5,
      [],
      [captured],
      {},
      { general: null },
      { general: [] },
      { system: {} },
    ]) {
      expect(readSession(result)).to.equal(undefined);
    }
  });
});
