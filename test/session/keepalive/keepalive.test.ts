import '../../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import { update } from 'idb-keyval';
import { stub, type SinonFakeTimers } from 'sinon';
import { openStore } from '../../../src/browser/database.ts';
import type { Usher } from '../../../src/index.ts';
import { fakePageClock } from '../../fixtures/session/page-clock.ts';
import {
  answer,
  firstSession,
  refusal,
  scriptPlatform,
  sessionResult,
  unreachable,
  userResult,
  type ScriptedPlatform,
} from '../../fixtures/session/scripted-platform.ts';
import { quiet, ticking, until } from '../../fixtures/session/waiting.ts';
import { warmUp } from '../../fixtures/session/warm-up.ts';

const start = Date.UTC(2026, 10, 21, 12);
const minute = 60_000;

describe('a keepalive in one tab', () => {
  let platform: ScriptedPlatform;
  let clock: SinonFakeTimers;
  let usher: Usher;
  before(warmUp);
  beforeEach(async () => {
    platform = scriptPlatform();
    clock = fakePageClock(start);
    // A device with a phase of exactly twelve minutes from `start`, so no time is shifted.
    localStorage.setItem(
      `usher:${platform.baseUrl}|741`,
      JSON.stringify({ deviceHash: '4:1500496747:000001', epoch: 0, epochStartedAt: 0 }),
    );
    usher = platform.usher();
    await usher.start();
    await pass(2000); // the page becomes idle
  });
  afterEach(() => {
    platform.close();
    clock.restore();
  });
  const pass = async (ms: number): Promise<void> => {
    await clock.tickAsync(ms);
    await quiet();
  };
  /** Lets time pass from timer to timer. The clock stands still while IndexedDB is read. */
  const passInSteps = async (ms: number): Promise<void> => {
    let isReached = false;
    setTimeout(() => {
      isReached = true;
    }, ms);
    while (!isReached) {
      await clock.nextAsync();
      await quiet();
    }
  };
  const passUntil = (minutes: number): Promise<void> =>
    passInSteps(start + minutes * minute - Date.now());
  /** When keepalives were sent, in seconds after the start. */
  const sentAt = (): number[] =>
    platform.to('session/keepalive').map(({ at }) => (at - start) / 1000);
  const wake = (): void => void window.dispatchEvent(new Event('online'));

  it('is sent with the session after 12 min, and again every 12 min', async () => {
    await passUntil(50);
    expect(sentAt()).to.have.length(4);
    for (const [index, at] of sentAt().entries()) {
      expect(at - (index ? sentAt()[index - 1]! : 0)).to.be.within(600, 900);
    }
    expect(platform.to('session/keepalive')[0]).to.include({ method: 'POST', query: '', body: '' });
    expect(platform.to('session/keepalive')[0]!.headers['x-request-cid']).to.equal(firstSession);
    expect(platform.to('session/init')).to.have.length(1);
  });

  it('stores its time for the next page', async () => {
    await passUntil(13);
    expect(sentAt()).to.have.length(1);
    clock.setSystemTime(start + 24 * minute);
    usher = platform.nextPage();
    await usher.start();
    expect(platform.to('session/init')).to.have.length(1);
  });

  it('that names another user shows no user until an init has said who it is', async () => {
    platform.script('session/keepalive', () => answer({ status: 'ok', general: { uid: 18 } }));
    platform.script('session/init', () => answer(userResult(18)));
    const seen: unknown[] = [];
    usher.$user.listen((user) => seen.push(user?.id));
    await passUntil(13);
    await until(() => usher.$session.get().status === 'ready');
    expect(seen).to.deep.equal([undefined, '18']);
    expect(platform.to('session/init')).to.have.length(2);
    expect(platform.to('session/init')[1]!.body).to.include(`currentSession=${firstSession}`);
  });

  it('that names a user in another form keeps the session and its user', async () => {
    platform.script('session/keepalive', () => answer({ general: { uid: 'u-17' } }));
    const user = usher.$user.get();
    await passUntil(13);
    expect(sentAt()).to.have.length(1);
    expect(usher.$session.get().status).to.equal('ready');
    expect(usher.$user.get()).to.equal(user);
    expect(platform.to('session/init')).to.have.length(1);
  });

  it('is repeated after 15, 30 and 60 s, and before 15 min have passed', async () => {
    platform.script('session/keepalive', unreachable);
    await passUntil(14.9);
    const [first, ...again] = sentAt();
    expect(first).to.be.within(600, 720 + 2);
    expect(again.slice(0, 3).map((at, index) => Math.round(at - sentAt()[index]!))).to.deep.equal([
      15, 30, 60,
    ]);
  });

  it('returns to its interval after a successful repeat', async () => {
    platform.script('session/keepalive', () =>
      platform.to('session/keepalive').length < 3 ? unreachable() : answer({ status: 'ok' }),
    );
    await passUntil(30);
    expect(sentAt()).to.have.length(4);
    expect(sentAt()[3]! - sentAt()[2]!).to.be.within(600, 900);
    expect(usher.$session.get()).to.include({ status: 'ready', id: firstSession });
  });

  it('is repeated after an error of the platform too, and the session stays', async () => {
    platform.script('session/keepalive', () =>
      platform.to('session/keepalive').length < 2
        ? refusal(500, 'out of order')
        : answer({ status: 'ok' }),
    );
    await passUntil(13);
    expect(sentAt()).to.have.length(2);
    expect(usher.$session.get().status).to.equal('ready');
  });

  for (const [title, requested, secondsLater] of [
    ['after the wait that the platform requests', '100', 100],
    ['after its usual wait if that is longer', '5', 15],
    ['after 12 min if the platform requests a day', '86400', 720],
  ] as const) {
    it(`is repeated ${title}`, async () => {
      platform.script('session/keepalive', () => {
        if (platform.to('session/keepalive').length > 1) return answer({ status: 'ok' });
        const busy = refusal(503, 'busy');
        busy.headers.set('Retry-After', requested);
        return busy;
      });
      await passUntil(25);
      const [first, second] = sentAt();
      expect(Math.round(second! - first!)).to.equal(secondsLater);
      expect(usher.$session.get()).to.include({ status: 'ready', id: firstSession });
    });
  }

  it('is not repeated before the requested wait is over, when the page is online again', async () => {
    platform.script('session/keepalive', () => {
      if (platform.to('session/keepalive').length > 1) return answer({ status: 'ok' });
      const busy = refusal(503, 'busy');
      busy.headers.set('Retry-After', '100');
      return busy;
    });
    await passUntil(12.1);
    wake();
    await pass(1000);
    expect(sentAt()).to.have.length(1);
    await passUntil(14);
    const [first, second] = sentAt();
    expect(Math.round(second! - first!)).to.equal(100);
  });

  it('is not sent before a call either, while the requested wait lasts', async () => {
    platform.script('session/keepalive', () => {
      const busy = refusal(503, 'busy');
      busy.headers.set('Retry-After', '600');
      return busy;
    });
    await passUntil(16);
    expect(sentAt()).to.have.length(1);
    for (let call = 0; call < 3; call++) {
      await ticking(clock, usher.item({ item: 7, streamtype: 'video' }).check());
    }
    expect(sentAt()).to.have.length(1);
    expect(platform.to('payment/itemstate')).to.have.length(3);
  });

  it('is not sent after a logout', async () => {
    await ticking(clock, usher.logout());
    await passUntil(40);
    expect(sentAt()).to.deep.equal([]);
    expect(platform.to('session/init')).to.have.length(1);
  });

  it('is not repeated after a logout', async () => {
    platform.script('session/keepalive', unreachable);
    await passUntil(12.1);
    const count = sentAt().length;
    expect(count).to.equal(1);
    await ticking(clock, usher.logout());
    await passUntil(40);
    expect(sentAt()).to.have.length(count);
  });

  it('starts again with the session that follows a logout', async () => {
    await passUntil(5);
    await ticking(clock, usher.logout());
    platform.script('session/init', () => answer(sessionResult('222')));
    await usher.start();
    await passUntil(15);
    expect(sentAt()).to.have.length(0);
    await passUntil(19);
    expect(
      platform.to('session/keepalive').map(({ headers }) => headers['x-request-cid']),
    ).to.deep.equal(['222']);
  });

  it('is not sent after dispose(), not even on waking', async () => {
    usher.dispose();
    await passUntil(20);
    wake();
    await passUntil(40);
    expect(platform.sent).to.have.length(1);
    expect(clock.countTimers()).to.equal(0);
  });

  it('is not repeated after dispose()', async () => {
    platform.script('session/keepalive', unreachable);
    await passUntil(12.1);
    usher.dispose();
    await passUntil(40);
    expect(sentAt()).to.have.length(1);
    expect(clock.countTimers()).to.equal(0);
  });

  it('is not started by a page disposed of before it was idle', async () => {
    usher = platform.nextPage();
    await usher.start();
    usher.dispose();
    await pass(5000);
    await passUntil(40);
    expect(sentAt()).to.deep.equal([]);
    expect(clock.countTimers()).to.equal(0);
  });

  for (const [target, type] of [
    [window, 'pageshow'],
    [window, 'online'],
    [document, 'resume'],
    [document, 'visibilitychange'],
  ] as const) {
    it(`is sent once on ${type} after a sleep longer than its interval`, async () => {
      clock.setSystemTime(start + 14 * minute);
      expect(sentAt()).to.have.length(0);
      target.dispatchEvent(new Event(type));
      target.dispatchEvent(new Event(type));
      // On a busy machine IndexedDB takes time to grant the lease.
      await until(() => sentAt().length);
      await quiet();
      expect(sentAt()).to.have.length(1);
    });
  }

  it('is not sent on waking before it is due', async () => {
    await passUntil(5);
    for (let times = 0; times < 20; times++) wake();
    await quiet();
    expect(sentAt()).to.have.length(0);
    await passUntil(13);
    expect(sentAt()).to.have.length(1);
  });

  it('is not delayed by a page that wakes often', async () => {
    platform.script('session/keepalive', () =>
      platform.to('session/keepalive').length < 2 ? unreachable() : answer({ status: 'ok' }),
    );
    while (Date.now() < start + 14.5 * minute) {
      await clock.tickAsync(5000);
      wake();
      if (Date.now() >= start + 12 * minute) await quiet(); // IndexedDB grants the lease
    }
    await quiet();
    expect(sentAt().length).to.be.at.least(2);
    expect(sentAt()[1]! - sentAt()[0]!).to.be.within(0, 30);
  });

  it('is sent once at a time', async () => {
    let reply!: (response: Response) => void;
    platform.script(
      'session/keepalive',
      () =>
        new Promise((resolve) => {
          reply = resolve;
        }),
    );
    await passUntil(12.1);
    wake();
    wake();
    await quiet();
    expect(sentAt()).to.have.length(1);
    reply(answer({ status: 'ok' }));
    await quiet();
    expect(usher.$session.get().status).to.equal('ready');
  });

  for (const [title, reply] of [
    ['401', () => refusal(401, 'the session has expired')],
    ['403', () => refusal(403, 'forbidden')],
  ] as const) {
    it(`reopens the session, once, on ${title}`, async () => {
      platform.script('session/keepalive', ({ headers }) =>
        headers['x-request-cid'] === '222' ? answer({ status: 'ok' }) : reply(),
      );
      platform.script('session/init', () => answer(sessionResult('222')));
      await passUntil(12.2);
      await until(() => usher.$session.get().id === '222');
      expect(usher.$session.get().status).to.equal('ready');
      expect(platform.to('session/init')).to.have.length(2);
      expect(platform.to('session/init')[1]!.body).to.include(`currentSession=${firstSession}`);
    });
  }

  it('waits a whole interval after the session was reopened', async () => {
    platform.script('session/keepalive', ({ headers }) =>
      headers['x-request-cid'] === '222' ? answer({ status: 'ok' }) : refusal(401, 'gone'),
    );
    platform.script('session/init', () => answer(sessionResult('222')));
    await passUntil(25);
    const times = platform
      .to('session/keepalive')
      .filter(({ headers }) => headers['x-request-cid'] === '222')
      .map(({ at }) => at);
    const opened = platform.to('session/init')[1]!.at;
    expect(times.length).to.be.at.least(1);
    expect((times[0]! - opened) / 1000).to.be.within(600, 900);
  });

  it('does not restore a session that ended during the request', async () => {
    let reply!: (response: Response) => void;
    platform.script(
      'session/keepalive',
      () =>
        new Promise((resolve) => {
          reply = resolve;
        }),
    );
    await passUntil(12.1);
    await ticking(clock, usher.logout());
    reply(answer({ status: 'ok' }));
    await quiet();
    expect(usher.$session.get()).to.include({ status: 'ended', id: null });
    expect(platform.kept(localStorage)).to.not.include(firstSession);
  });

  it('is sent once when the clock jumps a year ahead, and the session stays', async () => {
    clock.setSystemTime(start + 365 * 24 * 60 * minute);
    wake();
    await until(() => sentAt().length);
    await pass(60_000);
    expect(sentAt()).to.have.length(1);
    expect(usher.$session.get()).to.include({ status: 'ready', id: firstSession });
  });

  it('is not sent by a page that froze after it took the lease, when another tab has sent one', async () => {
    const key = `usher:${platform.baseUrl}|741`;
    const database = openStore('sessions');
    const { getItem } = Storage.prototype;
    let otherExpiresAt = 0;
    const put = stub(IDBObjectStore.prototype, 'put').callsFake(function (
      this: IDBObjectStore,
      ...given
    ) {
      if ((given[0] as { lease?: object }).lease && !otherExpiresAt) {
        // A page with the lease reads the mirror first, and freezes there.
        Storage.prototype.getItem = function (name) {
          Storage.prototype.getItem = getItem;
          clock.setSystemTime(Date.now() + 20_000);
          otherExpiresAt = Date.now() + 3000;
          void update(
            key,
            (record: object | undefined) => ({
              ...record,
              lease: { tabId: 'another tab', expiresAt: otherExpiresAt },
            }),
            database,
          );
          return getItem.call(this, name);
        };
      }
      return put.wrappedMethod.apply(this, given);
    });
    try {
      while (!otherExpiresAt && Date.now() < start + 15 * minute) {
        await clock.nextAsync().then(quiet);
      }
      // The lease is written, and requested again.
      await quiet();
      await passUntil((otherExpiresAt - start - 1000) / minute);
      expect(sentAt(), 'while the other tab has the lease').to.deep.equal([]);
      await passUntil((otherExpiresAt - start + 1000) / minute);
      expect(sentAt()).to.have.length(1);
      expect(platform.to('session/keepalive')[0]!.at).to.be.at.least(otherExpiresAt);
    } finally {
      put.restore();
      Storage.prototype.getItem = getItem;
    }
  });

  it('is sent in time when the clock is set back by a day', async () => {
    await passUntil(5);
    const before = Date.now();
    clock.setSystemTime(before - 24 * 60 * minute);
    await passInSteps(10 * minute);
    expect(platform.to('session/keepalive').length).to.equal(1);
  });
});
