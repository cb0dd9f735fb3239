import '../../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import type { SinonFakeTimers } from 'sinon';
import type { UsherOptions } from '../../../src/index.ts';
import {
  everything,
  everythingBody,
  everythingQuery,
  initCases,
  withoutHash,
} from '../../fixtures/session/init-cases.ts';
import {
  answer,
  firstSession,
  refusal,
  sessionResult,
  userResult,
  type ScriptedPlatform,
  type Sent,
} from '../../fixtures/session/scripted-platform.ts';
import { withTimedPlatform } from '../../fixtures/session/timed-platform.ts';
import { quiet, rejection, ticking, until } from '../../fixtures/session/waiting.ts';

const fields = (init: object): Partial<UsherOptions> => ({ init }) as Partial<UsherOptions>;
const minutes = (count: number): number => count * 60_000;
const parts = ({ body }: Sent): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(body));

describe('opening a session', () => {
  let platform: ScriptedPlatform;
  let clock: SinonFakeTimers;
  withTimedPlatform((...made) => {
    [platform, clock] = made;
  });
  const inits = (): readonly Sent[] => platform.to('session/init');

  describe('on the first page', () => {
    for (const { name, value, query, body } of initCases) {
      it(`sends ${name} ${JSON.stringify(value)} as ${query || body}`, async () => {
        await platform.usher(fields({ [name]: value })).start();
        expect(inits()).to.have.length(1);
        expect(inits()[0]).to.include({ method: 'POST', query });
        expect(withoutHash(inits()[0]!.body)).to.equal(body);
      });
    }

    it('sends all fields at once, flags in the address and the rest in the body', async () => {
      await platform.usher(fields(everything)).start();
      expect(inits()[0]!.query).to.equal(everythingQuery);
      expect(withoutHash(inits()[0]!.body)).to.equal(everythingBody);
    });

    it('sends no undefined field, and no question mark before an empty query', async () => {
      await platform.usher(fields({ gateway: undefined, addChannels: undefined })).start();
      expect(withoutHash(inits()[0]!.body)).to.equal('');
      expect(inits()[0]!.query).to.equal('');
    });

    it('appends the path to a base URL with or without a domain and a slash', async () => {
      for (const suffix of ['', '/']) {
        const usher = platform.usher({ baseUrl: platform.baseUrl + suffix });
        await usher.start();
        expect(inits()).to.have.length(1);
      }
    });

    it('sends a request without a preflight and without a referrer', async () => {
      await platform.usher().start();
      const { headers, init } = inits()[0]!;
      expect(headers).to.deep.equal({
        'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      });
      expect(init).to.include({
        referrerPolicy: 'no-referrer',
        redirect: 'error',
        cache: 'no-store',
      });
      expect(init.credentials ?? 'same-origin').to.equal('same-origin');
    });

    it('sends the request in the task that calls start()', () => {
      void platform
        .usher()
        .start()
        .catch(() => {});
      // fetch may wait for the activation of a prerendered page, but for no timer, storage or
      // network.
      return Promise.resolve()
        .then(() => Promise.resolve())
        .then(() => expect(inits()).to.have.length(1));
    });

    it('sends one request for several calls', async () => {
      const usher = platform.usher();
      const item = usher.item({ item: 7, streamtype: 'video' });
      await Promise.all([
        usher.start(),
        usher.start(),
        usher.call('session/currentweather').catch(() => {}),
        item.check(),
        usher.start(),
      ]);
      expect(inits()).to.have.length(1);
    });

    it('makes a device hash of the known form, with the time of its creation', async () => {
      await platform.usher().start();
      const hash = parts(inits()[0]!)['nxp_devh']!;
      expect(hash).to.match(/^[1-4]:\d{10}:\d{5}[1-9]$/);
      expect(hash.split(':')[1]).to.equal(String(Date.UTC(2026, 10, 21, 12) / 1000));
    });

    it('sends nothing before the first call', async () => {
      const usher = platform.usher();
      usher.item({ item: 7, streamtype: 'video' });
      usher.on('session', () => {});
      usher.$session.listen(() => {});
      await quiet();
      expect(platform.sent).to.have.length(0);
      expect(usher.$session.get().status).to.equal('idle');
    });
  });

  describe('on the next page', () => {
    const visit = async (options?: Partial<UsherOptions>): Promise<void> =>
      void (await platform.usher(options).start());

    it('continues the session without a request', async () => {
      await visit(fields({ gateway: 'desktop', addPriceModel: true }));
      clock.setSystemTime(Date.now() + minutes(11));
      const usher = platform.nextPage(fields({ gateway: 'desktop', addPriceModel: true }));
      const { status, id } = await usher.start();
      expect({ status, id }).to.deep.equal({ status: 'ready', id: firstSession });
      expect(platform.sent).to.have.length(1);
    });

    it('keeps what the session knew: user, language, place and added data', async () => {
      const pricemodel = { currency: 'EUR', ppv: { price: 499, hours: 48 } };
      platform.script('session/init', () => answer({ ...userResult(), pricemodel }));
      await visit();
      const { user, language, gateway, geo, data } = await platform.nextPage().start();
      expect({ user, language, gateway, data }).to.deep.equal({
        user: { id: '17', name: 'ada' },
        language: 'de',
        gateway: 'desktop',
        data: { pricemodel },
      });
      expect(geo.geocode).to.equal('DE');
    });

    it('does not send init when the same fields come in another order', async () => {
      await visit(fields({ gateway: 'desktop', explicitLanguage: 'de' }));
      await platform.nextPage(fields({ explicitLanguage: 'de', gateway: 'desktop' })).start();
      expect(inits()).to.have.length(1);
    });

    it('continues after 12 to 15 min too, and sends a keepalive at once', async () => {
      await visit();
      clock.setSystemTime(Date.now() + minutes(13));
      expect((await platform.nextPage().start()).status).to.equal('ready');
      expect(platform.to('session/keepalive')).to.have.length(0);
      await clock.tickAsync(2000);
      await until(() => platform.to('session/keepalive').length > 0);
      await quiet();
      expect(inits()).to.have.length(1);
      expect(platform.to('session/keepalive')).to.have.length(1);
    });

    for (const [title, first, then] of [
      ['the language', { explicitLanguage: 'de' }, { explicitLanguage: 'en' }],
      ['the campaign', { campaign: 1 }, { campaign: 2 }],
      ['a flag', {}, { addChannels: true }],
    ] as const) {
      it(`sends init with the present session when ${title} has changed`, async () => {
        await visit(fields(first));
        await platform.nextPage(fields(then)).start();
        expect(inits()).to.have.length(2);
        expect(parts(inits()[1]!)).to.include({
          currentSession: firstSession,
          nxp_devh: parts(inits()[0]!)['nxp_devh'],
        });
      });
    }

    it('sends init with the present session after 15 min', async () => {
      await visit();
      clock.setSystemTime(Date.now() + minutes(15) + 1);
      await platform.nextPage().start();
      expect(inits()).to.have.length(2);
      expect(parts(inits()[1]!)).to.deep.equal({
        nxp_devh: parts(inits()[0]!)['nxp_devh'],
        currentSession: firstSession,
      });
    });

    it('sends init when the clock was set back by more than 15 min', async () => {
      await visit();
      clock.setSystemTime(Date.now() - minutes(16));
      await platform.nextPage().start();
      expect(inits()).to.have.length(2);
    });

    it('sends the user hash with init while a user is logged in', async () => {
      platform.script('session/init', () => answer(userResult()));
      await visit();
      clock.setSystemTime(Date.now() + minutes(16));
      await platform.nextPage().start();
      expect(parts(inits()[1]!)).to.include({
        currentSession: firstSession,
        nxp_userh: 'hash-of-17',
      });
    });

    it('opens a new session for another user of the publisher on the same device', async () => {
      platform.script('session/init', () => answer(userResult()));
      await visit(fields({ externalUserReference: 'anna' }));
      await platform.nextPage(fields({ externalUserReference: 'ben' })).start();
      expect(parts(inits()[1]!)).to.deep.equal({
        externalUserReference: 'ben',
        nxp_devh: parts(inits()[0]!)['nxp_devh'],
      });
    });

    it('sends init when the publisher names a user for the first time', async () => {
      platform.script('session/init', () => answer(userResult()));
      await visit();
      await platform.nextPage(fields({ externalUserReference: 'ben' })).start();
      expect(inits()).to.have.length(2);
      expect(parts(inits()[1]!)).to.not.have.any.keys('currentSession', 'nxp_userh');
    });

    for (const [title, first, second] of [
      ['a page without a reference follows one with an empty one', '', undefined],
      ['a page with an empty reference follows one without', undefined, ''],
    ] as const) {
      it(`continues the session when ${title}`, async () => {
        platform.script('session/init', () => answer(userResult()));
        await visit(fields({ gateway: 'tv', externalUserReference: first }));
        const next = platform.nextPage(fields({ gateway: 'tv', externalUserReference: second }));
        expect((await next.start()).user?.id).to.equal('17');
        expect(parts(inits()[1]!)).to.include({ currentSession: firstSession });
      });
    }

    it('keeps the user on a page without init fields to which a payment comes back', async () => {
      platform.script('session/init', () => answer(userResult()));
      const shop = fields({
        externalUserReference: 'ada@example.com',
        gateway: 'desktop',
        addPriceModel: true,
      });
      await platform.usher(shop).start();
      const { href } = location;
      history.replaceState(null, '', '#usher-return=741.unknown&ok=1');
      try {
        expect((await platform.nextPage().start()).user?.id).to.equal('17');
      } finally {
        history.replaceState(null, '', href);
      }
      expect((await platform.nextPage(shop).start()).user?.id).to.equal('17');
      expect(inits()).to.have.length(1);
    });

    for (const [title, options] of [
      ['without init fields', {}],
      ['with other fields', { init: { gateway: 'tablet' } }],
    ] as const) {
      it(`opens a session of its own on a page ${title} that names no user any more`, async () => {
        platform.script('session/init', () => answer(userResult()));
        await platform.usher(fields({ externalUserReference: 'ada@example.com' })).start();
        platform.script('session/init', () => answer(sessionResult('222')));
        const next = platform.nextPage(options);
        expect((await next.start()).user).to.equal(null);
        expect(parts(inits()[1]!)).to.not.have.any.keys('currentSession', 'nxp_userh');
        expect(platform.kept(localStorage)).to.not.match(/ada@example\.com|hash-of-17/);
        await clock.tickAsync(2500); // the page becomes idle
        await until(() => platform.to('session/logout').length);
        expect(
          platform.to('session/logout').map(({ headers }) => headers['x-request-cid']),
        ).to.deep.equal([firstSession]);
      });
    }

    it('shows no user on a page that names no user any more, while its opening fails', async () => {
      platform.script('session/init', () => answer(userResult()));
      await platform.usher(fields({ externalUserReference: 'ada@example.com' })).start();
      platform.script('session/init', () => refusal(503, 'busy'));
      platform.script('session/staticdetails', () => answer({ general: { language: 'de' } }));
      const next = platform.nextPage({ mode: 'session' });
      await rejection(next.start());
      expect(next.$user.get()).to.equal(undefined);
      const later = platform.nextPage();
      await ticking(clock, later.start());
      expect(later.$user.get()).to.equal(null);
    });

    it('keeps the device hash when init failed', async () => {
      platform.script('session/init', () => refusal(500, 'out of order'));
      await rejection(platform.usher().start());
      platform.script('session/init', () => answer(sessionResult()));
      await ticking(clock, platform.nextPage().start()); // not before the next try is due
      await platform.nextPage(fields({ campaign: 5 })).start();
      expect(parts(inits()[2]!)['nxp_devh']).to.equal(parts(inits()[1]!)['nxp_devh']);
    });
  });

  it('continues a session only on its own base URL and domain', async () => {
    await platform.usher({ domain: 741 }).start();
    await platform.nextPage({ domain: 742 }).start();
    expect(inits()).to.have.length(2);
    expect(parts(inits()[1]!)).to.not.have.property('currentSession');
  });
});
