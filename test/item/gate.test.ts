import { expect } from 'chai';
import { spy, stub } from 'sinon';
import type { Gate, GateOptions, MediaElementLike, Usher, UsherError } from '../../src/index.ts';
import { Player } from '../fixtures/item/player.ts';
import {
  answer,
  refusal,
  scriptPlatform,
  unreachable,
  userResult,
  type ScriptedPlatform,
} from '../fixtures/session/scripted-platform.ts';
import { later, quiet, rejection, until } from '../fixtures/session/waiting.ts';
import { warmUp } from '../fixtures/session/warm-up.ts';
import { collectUncaught } from '../fixtures/uncaught-errors.ts';

const film = { item: 1369342, streamtype: 'video', globalId: 5000007 } as const;
const url = 'https://media.test/film.mp4';

describe('a gate', () => {
  let platform: ScriptedPlatform;
  let usher: Usher;
  let player: Player;
  let access: object;
  let gate: Gate;
  before(warmUp);
  beforeEach(() => {
    platform = scriptPlatform();
    usher = platform.usher();
    player = new Player();
    access = { canPlay: 0, reason: 'not-paid' };
    platform.script('payment/itemstate', () => answer({ general: { offers: [], ...access } }));
    platform.script('allmedia/byglobalid/5000007', () =>
      answer({
        general: { ID: 1369342, GID: 5000007, title: 'Film', streamtype: 'video' },
        streamdata: { url, type: 'video/mp4', files: [{ url, type: 'video/mp4', duration: 60 }] },
      }),
    );
  });
  afterEach(() => {
    gate?.stop();
    platform.close();
  });
  const item = () => usher.item(film);
  const openGate = (options?: GateOptions): void => {
    gate = usher.gate(player, item(), options);
  };
  const status = (): string => gate.$status.get();
  const grant = async (more: object = {}): Promise<void> => {
    access = { canPlay: 1, reason: 'paid', ...more };
    await item().check();
  };

  it('blocks the player while the item is denied, also on play()', async () => {
    openGate();
    await until(() => status() === 'held');
    await player.play();
    expect(player.paused).to.equal(true);
    expect(player.src).to.equal('');
    expect(platform.to('allmedia/byglobalid/5000007')).to.have.length(0);
  });

  for (const [what, reply] of [
    ['was refused', () => refusal(400, 'maintenance')],
    ['could not be read', () => answer('nonsense')],
  ] as const) {
    it(`asks again on play() when the last check ${what}, and then plays`, async () => {
      platform.script('payment/itemstate', reply);
      openGate();
      await until(() => item().$state.get().reason && !item().$state.get().checking);
      expect(status()).to.equal('held');
      platform.script('payment/itemstate', () =>
        answer({ general: { canPlay: 1, reason: 'paid', offers: [] } }),
      );
      await player.play();
      await until(() => player.plays === 2);
      expect(player).to.include({ paused: false, src: url });
      expect(platform.to('payment/itemstate')).to.have.length(2);
    });
  }

  it('asks nothing on play() while there is an answer, or a check under way', async () => {
    const held = later<void>();
    platform.script('payment/itemstate', async () => {
      await held.promise;
      return answer({ general: { canPlay: 0, reason: 'not-paid', offers: [] } });
    });
    openGate();
    await until(() => item().$state.get().checking);
    await player.play();
    held.resolve();
    await until(() => status() === 'held');
    await player.play();
    await quiet();
    expect(platform.to('payment/itemstate')).to.have.length(1);
  });

  it('loads the file and plays without a reload when the item is granted', async () => {
    openGate();
    await until(() => status() === 'held');
    await player.play();
    await grant();
    await until(() => !player.paused);
    expect([status(), player.src]).to.deep.equal(['open', url]);
    expect(platform.to('allmedia/byglobalid/5000007')).to.have.length(1);
  });

  it('tells the page when the item is granted and has no file', async () => {
    platform.script('allmedia/byglobalid/5000007', () =>
      answer({ general: { ID: 1369342, GID: 5000007 }, streamdata: {} }),
    );
    const errors: unknown[] = [];
    openGate({ onError: (error) => void errors.push(error) });
    await grant();
    await until(() => errors.length);
    expect(errors[0]).to.include({
      code: 'not-found',
      message: 'usher.gate: the platform gives no file for this item',
    });
    expect(player.src).to.equal('');
  });

  it('does not start by itself before the viewer has pressed play', async () => {
    openGate();
    await grant();
    await until(() => player.src === url);
    expect(player.plays).to.equal(0);
  });

  it('pauses at the end of the grant, and plays again with the next one', async () => {
    openGate();
    await grant();
    await until(() => player.src === url);
    await player.play();
    access = { canPlay: 0, reason: 'not-paid' };
    await item().check();
    expect([status(), player.paused]).to.deep.equal(['held', true]);
    await grant();
    await until(() => !player.paused);
  });

  it('reports the first play of a subscription to the platform, once', async () => {
    openGate();
    await grant({ reason: 'subscription' });
    await until(() => player.src === url);
    await player.play();
    await player.play();
    await until(() =>
      platform.to('payment/itemstate').some(({ query }) => query.includes('perform')),
    );
    player.pause();
    await player.play();
    const claims = platform
      .to('payment/itemstate')
      .filter(({ query }) => query.includes('performTransactionIfPossible=1'));
    expect(claims).to.have.length(1);
  });

  it('lets the free preview play, and blocks after it', async () => {
    player.src = 'https://media.test/preview.mp4';
    openGate({ previewSeconds: 30 });
    await until(() => item().$state.get().access === 'denied');
    expect(status()).to.equal('preview');
    await player.play();
    player.reach(29.9);
    expect(player.paused).to.equal(false);
    player.reach(30);
    expect([status(), player.paused]).to.deep.equal(['held', true]);
  });

  it('gives the sources to a page that loads them itself', async () => {
    const loaded: unknown[] = [];
    openGate({ load: (sources) => void loaded.push(sources) });
    await grant();
    await until(() => loaded.length > 0);
    expect(loaded).to.deep.equal([
      [{ url, type: 'video/mp4', durationSeconds: 60, width: undefined, height: undefined }],
    ]);
    expect(player.src).to.equal('');
  });

  it('reports files that cannot be loaded, and tries again on the next play', async () => {
    let isDown = true;
    platform.script('allmedia/byglobalid/5000007', () =>
      isDown
        ? refusal(403, 'not for you')
        : answer({ general: { ID: 1369342 }, streamdata: { url } }),
    );
    const codes: string[] = [];
    openGate({ onError: (error) => codes.push((error as UsherError).code) });
    await grant();
    await until(() => codes.length > 0);
    expect([codes, status(), player.src]).to.deep.equal([['platform'], 'open', '']);
    isDown = false;
    await player.play();
    await until(() => player.src === url);
    expect(codes).to.have.length(1);
  });

  it("reports an error of the page's own loader", async () => {
    const failures: unknown[] = [];
    const failure = new Error('this player has no licence');
    openGate({
      load: () => Promise.reject(failure),
      onError: (error) => failures.push(error),
    });
    await grant();
    await until(() => failures.length > 0);
    expect(failures).to.deep.equal([failure]);
  });

  it('tries to load again at the next play, not at each step of a player that plays', async () => {
    let [loads, errors] = [0, 0];
    openGate({
      previewSeconds: 60,
      load: () => Promise.reject(new Error(`load ${++loads}`)),
      onError: () => errors++,
    });
    await until(() => status() === 'preview');
    await player.play();
    await grant();
    await until(() => errors > 0);
    for (let step = 1; step <= 10; step++) {
      player.reach(step / 4);
      await quiet();
    }
    expect([loads, errors]).to.deep.equal([1, 1]);
    await player.play();
    await until(() => errors > 1);
    expect(loads).to.equal(2);
  });

  it('refuses a global ID that is none, and takes one that is given later', async () => {
    for (const globalId of ['abc', NaN, {}]) {
      expect(() => usher.item({ ...film, globalId: globalId as never })).to.throw(/globalId/);
    }
    const late = { item: 9, streamtype: 'video' };
    usher.item({ ...late, globalId: '' });
    await usher.item({ ...late, globalId: film.globalId }).sources();
    expect(platform.to('allmedia/byglobalid/5000007')).to.have.length(1);
  });

  it('sends a due keepalive while a player in a shadow tree plays', async () => {
    await usher.start();
    openGate();
    await grant();
    await until(() => player.src === url);
    await player.play();
    const laterMs = performance.timeOrigin + performance.now() + 13 * 60_000 + 50_000;
    const wall = stub(Date, 'now').returns(laterMs); // no timer fires
    player.pause();
    player.reach(1);
    expect(platform.to('session/keepalive')).to.have.length(0);
    await player.play();
    await until(() => {
      player.reach(2);
      return platform.to('session/keepalive').length === 1;
    });
    wall.restore();
  });

  it('ends with its signal, and leaves the player as it is', async () => {
    const abort = new AbortController();
    openGate({ signal: abort.signal });
    await until(() => status() === 'held');
    abort.abort();
    await player.play();
    expect(player.paused).to.equal(false);
  });

  for (const [title, end] of [
    ['the runtime is disposed', () => usher.dispose()],
    ['the gate is stopped', () => gate.stop()],
  ] as const) {
    it(`shows no error when ${title} while the file is loaded`, async () => {
      const uncaught = collectUncaught();
      const reply = later<Response>();
      platform.script('allmedia/byglobalid/5000007', () => reply.promise);
      openGate();
      await grant();
      await until(() => platform.to('allmedia/byglobalid/5000007').length);
      end();
      reply.resolve(refusal(403, 'not for you'));
      await quiet();
      uncaught.stop();
      expect(uncaught.errors).to.deep.equal([]);
    });
  }

  it('is there at once, and leaves nothing behind when it is stopped at once', async () => {
    const listen = spy(player, 'addEventListener');
    openGate();
    expect(status()).to.equal('checking');
    gate.stop();
    const other = new Player();
    const otherGate = usher.gate(other, item()); // opened later, so started later
    await until(() => otherGate.$status.get() === 'held');
    otherGate.stop();
    expect([status(), listen.callCount]).to.deep.equal(['checking', 0]);
    await player.play();
    expect(player.paused).to.equal(false);
  });

  describe('whose file it has set', () => {
    const sourcesAre = (address: string, gid = 5000007): void =>
      platform.script(`allmedia/byglobalid/${gid}`, () =>
        answer({ general: { ID: 1369342, GID: gid }, streamdata: { url: address } }),
      );
    const end = async (): Promise<void> => {
      access = { canPlay: 0, reason: 'not-paid' };
      await item().check();
    };

    it('takes it away when the grant ends, and asks for a new one with the next grant', async () => {
      openGate();
      await grant();
      await until(() => player.src === url);
      await end();
      expect(player.src).to.equal('');
      sourcesAre(`${url}?second`);
      await grant();
      await until(() => player.src === `${url}?second`);
    });

    it('takes it away with the viewer', async () => {
      await usher.start();
      openGate();
      await grant();
      await until(() => player.src === url);
      access = { canPlay: 0, reason: 'not-paid' };
      await usher.logout();
      expect(player.src).to.equal('');
    });

    it('takes it away for another item, and replaces it', async () => {
      openGate();
      await grant();
      await until(() => player.src === url);
      gate.stop();
      expect(player.src, 'a stopped gate leaves it').to.equal(url);
      sourcesAre(`${url}?other`, 5000008);
      access = { canPlay: 0, reason: 'not-paid' };
      const other = usher.item({ item: 8, streamtype: 'video', globalId: 5000008 });
      gate = usher.gate(player, other);
      await until(() => status() === 'held');
      expect(player.src).to.equal('');
      access = { canPlay: 1, reason: 'paid' };
      await other.check();
      await until(() => player.src === `${url}?other`);
    });

    it('plays on in the next gate of the same item', async () => {
      openGate();
      await grant();
      await until(() => player.src === url);
      let sets = 0;
      const setter = (): void => void sets++;
      Object.defineProperty(player, 'src', { get: () => url, set: setter, configurable: true });
      gate.stop();
      const asked = platform.to('allmedia/byglobalid/5000007').length;
      openGate();
      await until(() => platform.to('allmedia/byglobalid/5000007').length > asked);
      await until(() => status() === 'open');
      expect(sets).to.equal(0);
    });

    it('takes it out of a video', async () => {
      const video = document.createElement('video');
      gate = usher.gate(video, item());
      await grant();
      await until(() => video.src === url);
      await end();
      await until(() => video.networkState === video.NETWORK_EMPTY);
      expect(video.hasAttribute('src')).to.equal(false);
      sourcesAre(`${url}?second`);
      await grant();
      await until(() => video.src === `${url}?second`);
    });

    it('leaves a file that the page has set since, and one from before', async () => {
      openGate();
      await grant();
      await until(() => player.src === url);
      player.src = 'https://media.test/own.mp4';
      await end();
      await grant();
      await end();
      expect(player.src).to.equal('https://media.test/own.mp4');
    });

    it('does not use the files of an earlier grant that are answered late', async () => {
      const early = later<Response>();
      platform.script('allmedia/byglobalid/5000007', () => early.promise);
      openGate();
      await grant();
      await until(() => platform.to('allmedia/byglobalid/5000007').length);
      await end();
      sourcesAre(`${url}?second`);
      await grant();
      await until(() => player.src === `${url}?second`);
      early.resolve(answer({ general: { ID: 1369342 }, streamdata: { url: `${url}?first` } }));
      await quiet();
      expect(player.src).to.equal(`${url}?second`);
    });
  });

  it('reports the first play once for two gates of an item, and again for another grant', async () => {
    const claims = () =>
      platform.to('payment/itemstate').filter(({ query }) => query.includes('perform'));
    const second = new Player();
    openGate();
    const other = usher.gate(second, item());
    await grant({ reason: 'subscription' });
    await until(() => player.src === url && second.src === url);
    await player.play();
    await second.play();
    await until(() => claims().length);
    await quiet();
    expect(claims()).to.have.length(1);
    await grant({ reason: 'subscription', validUntil: 1900000000 });
    await player.play();
    await until(() => claims().length === 2);
    other.stop();
  });

  it('reports a grant that begins, or is replaced, while the viewer goes on watching', async () => {
    const claims = () =>
      platform.to('payment/itemstate').filter(({ query }) => query.includes('perform'));
    player.src = 'https://media.test/preview.mp4';
    openGate({ previewSeconds: 30 });
    await until(() => item().$state.get().access === 'denied');
    await player.play();
    player.reach(10);
    await grant({ reason: 'subscription' });
    expect(claims()).to.have.length(0);
    player.reach(11);
    await until(() => claims().length);
    await grant({ reason: 'subscription', validUntil: 1900000000 });
    player.reach(12);
    await until(() => claims().length === 2);
    player.reach(13);
    await quiet();
    expect(claims()).to.have.length(2);
  });

  for (const [who, user, count] of [
    ['none of the same viewer', 17, 1],
    ['one of another viewer', 18, 2],
  ] as const) {
    it(`reports no play while it is unclear who is logged in, and then ${who}`, async () => {
      const claims = () =>
        platform.to('payment/itemstate').filter(({ query }) => query.includes('perform'));
      await usher.login({ username: 'ada', password: 'x' });
      openGate();
      await grant({ reason: 'subscription' });
      await until(() => player.src === url);
      await player.play();
      await until(() => claims().length);
      await quiet();
      const opening = later<Response>();
      platform.script('session/init', () => opening.promise);
      platform.script('session/login', unreachable);
      await rejection(usher.login({ username: 'bob', password: 'x' }));
      await until(() => usher.$user.get() === undefined);
      player.reach(1);
      player.pause();
      await quiet();
      opening.resolve(answer(userResult(user)));
      await until(() => usher.$user.get()?.id === String(user));
      await quiet();
      expect(claims(), 'before the viewer plays').to.have.length(1);
      await player.play();
      await quiet();
      expect(claims()).to.have.length(count);
    });
  }

  for (const [who, uid, plays] of [
    ['a user does not start it for the next user', 17, false],
    ['a viewer without a user starts it for the one who logs in', null, true],
  ] as const) {
    it(`holds the film of another viewer: a play of ${who}`, async () => {
      const claims = () =>
        platform.to('payment/itemstate').filter(({ query }) => query.includes('perform'));
      if (uid) await usher.login({ username: 'ada', password: 'x' });
      openGate();
      await grant({ reason: uid ? 'subscription' : 'free' });
      await until(() => player.src === url);
      await player.play();
      if (uid) await until(() => claims().length);
      access = { canPlay: 1, reason: 'subscription' };
      platform.script('session/login', () => answer(userResult(18)));
      await usher.login({ username: 'bob', password: 'x' });
      await until(() => status() === 'open' && player.src === url);
      await quiet();
      expect([player.paused, claims().length]).to.deep.equal([!plays, 1]);
      await player.play();
      await until(() => claims().length === (uid ? 2 : 1));
    });
  }

  it('reports no second play when another tab changes the language of the session', async () => {
    const claims = () =>
      platform.to('payment/itemstate').filter(({ query }) => query.includes('perform'));
    openGate();
    await grant({ reason: 'subscription' });
    await until(() => player.src === url);
    await player.play();
    await until(() => claims().length);
    const name = `usher:${platform.baseUrl}|741`;
    const saved = JSON.parse(localStorage.getItem(name)!);
    saved.revision++;
    saved.session.language = 'en';
    saved.session.keptAliveAt = Date.now();
    localStorage.setItem(name, JSON.stringify(saved));
    window.dispatchEvent(new StorageEvent('storage', { key: name }));
    await until(() => usher.$session.get().language === 'en');
    player.reach(1);
    await quiet();
    expect(claims()).to.have.length(1);
  });

  it('reports an element that cannot play, and an invalid preview time, to onError', async () => {
    const wrong = [
      [{} as MediaElementLike, {}, 'element'],
      [player, { previewSeconds: -1 }, 'previewSeconds'],
    ] as const;
    for (const [element, options, field] of wrong) {
      const error = await new Promise((onError) =>
        usher.gate(element, item(), { ...options, onError }),
      );
      expect(error).to.include({ code: 'input', field });
    }
  });
});

describe('the sources of an item', () => {
  let platform: ScriptedPlatform;
  before(warmUp);
  beforeEach(() => {
    platform = scriptPlatform();
  });
  afterEach(() => platform.close());

  it('are empty when the platform gives no address', async () => {
    platform.script('allmedia/byglobalid/5000007', () =>
      answer({ general: { ID: 7 }, streamdata: { canPlay: 0, url: '', files: [] } }),
    );
    expect(await platform.usher().item(film).sources()).to.deep.equal([]);
  });

  it('are one source when the platform gives only an address', async () => {
    platform.script('allmedia/byglobalid/5000007', () =>
      answer({ general: { ID: 7 }, streamdata: { url } }),
    );
    const [source, ...more] = await platform.usher().item(film).sources();
    expect([source!.url, more]).to.deep.equal([url, []]);
  });

  it('require the global ID', async () => {
    const { item, streamtype } = film;
    const error = await rejection(platform.usher().item({ item, streamtype }).sources());
    expect(error).to.include({ code: 'input', field: 'globalId' });
    expect(platform.sent).to.have.length(0);
  });
});
