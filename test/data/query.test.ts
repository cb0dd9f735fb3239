import { expect } from 'chai';
import { computed } from 'nanostores';
import type { Allmedia, MediaPage, QueryState } from '../../src/index.ts';
import { held, listing, openDataPage, type DataPage } from '../fixtures/data/data-page.ts';
import {
  answer,
  refusal,
  sessionResult,
  unreachable,
  userResult,
} from '../fixtures/session/scripted-platform.ts';
import { quiet, ticking, until } from '../fixtures/session/waiting.ts';
import { warmUp } from '../fixtures/session/warm-up.ts';

const minute = 60_000;

describe('a query store', () => {
  let page: DataPage;
  let allmedia: Allmedia;
  before(warmUp);
  beforeEach(async () => {
    page = openDataPage();
    page.platform.script('allmedia/latest', () => listing(1, 2));
    allmedia = await page.usher.allmedia();
  });
  afterEach(() => page.close());
  const asked = (id = 'allmedia/latest'): number => page.platform.to(id).length;
  const titles = ({ data }: QueryState<MediaPage>): string[] | undefined =>
    data?.items.map(({ general }) => general.title);

  it('requests nothing before its first listener, not even on get()', async () => {
    const $latest = allmedia.$query('latest', { limit: 20 });
    expect($latest.get()).to.deep.equal({ data: undefined, updatedAt: null, loading: false });
    await page.pass(minute);
    expect(page.platform.sent).to.have.length(0);
  });

  it('shows that it loads, then the answer with its time', async () => {
    const $latest = allmedia.$query('latest', { limit: 20 });
    const seen: QueryState<MediaPage>[] = [];
    $latest.subscribe((state) => void seen.push(state));
    await until(() => $latest.get().data);
    expect(seen.map(({ loading }) => loading)).to.deep.equal([true, false]);
    expect(titles(seen[1]!)).to.deep.equal(['Film 1', 'Film 2']);
    expect(seen[1]!.updatedAt).to.equal(Date.now());
  });

  it('is emptied for the next viewer, also when it had been removed as the oldest', async () => {
    page.platform.script('session/login', () => answer(userResult()));
    const $latest = allmedia.$query('latest', { limit: 20 });
    for (let start = 1; start <= 100; start++) allmedia.$query('latest', { start });
    const stop = $latest.listen(() => {});
    await until(() => $latest.get().data);
    stop();
    await quiet();
    await page.usher.login({ username: 'ada', password: 'x' });
    expect($latest.get().data).to.equal(undefined);
  });

  it('is one store for the same query, in any order of its fields', () => {
    expect(allmedia.$query('latest', { limit: 20, start: 0 })).to.equal(
      allmedia.$query('latest', { start: 0, limit: 20 }),
    );
    expect(allmedia.$query('latest', { limit: 20 })).to.not.equal(
      allmedia.$query('latest', { limit: 21 }),
    );
    expect(allmedia.$query('latest', { limit: 20 })).to.not.equal(
      allmedia.$query('picked', { limit: 20 }),
    );
  });

  it('requests once for several listeners, and works with computed stores', async () => {
    const $latest = allmedia.$query('latest');
    const $count = computed($latest, ({ data }) => data?.items.length ?? 0);
    const ends = [$latest.listen(() => {}), $latest.listen(() => {}), $count.listen(() => {})];
    await until(() => $count.get() === 2);
    expect(asked()).to.equal(1);
    for (const end of ends) end();
  });

  it('cannot be set by the page', () => {
    expect((allmedia.$query('latest') as unknown as { set?: unknown }).set).to.equal(undefined);
  });

  it('aborts its request without listeners, but not when a framework subscribes again at once', async () => {
    page.platform.script('allmedia/latest', () => new Promise(() => {}));
    const $latest = allmedia.$query('latest');
    const leave = $latest.listen(() => {});
    await until(() => asked() === 1);
    leave();
    const leaveAgain = $latest.listen(() => {});
    await quiet();
    const { signal } = page.platform.to('allmedia/latest')[0]!.init;
    expect(signal!.aborted).to.equal(false);
    leaveAgain();
    await until(() => signal!.aborted);
    expect($latest.get().loading).to.equal(false);
  });

  it('keeps its answer for the next listener, and refetches a stale one', async () => {
    const $latest = allmedia.$query('latest');
    $latest.listen(() => {})();
    const end = $latest.listen(() => {});
    await until(() => $latest.get().data);
    end();
    await page.pass(minute - 1);
    $latest.listen(() => {});
    await quiet();
    expect(asked()).to.equal(1);
    expect(titles($latest.get())).to.deep.equal(['Film 1', 'Film 2']);
  });

  it('refetches a stale answer when the page is shown, never while it is hidden', async () => {
    const $latest = allmedia.$query('latest');
    $latest.listen(() => {});
    await until(() => $latest.get().data);
    await page.show(false);
    await page.pass(10 * minute);
    window.dispatchEvent(new Event('online'));
    await page.pass(0);
    expect(asked()).to.equal(1);
    page.platform.script('allmedia/latest', () => listing(3));
    await page.show(true);
    await until(() => titles($latest.get())?.[0] === 'Film 3');
    expect(asked()).to.equal(2);
    await page.show(false);
    await page.show(true);
    expect(asked(), 'it was fresh').to.equal(2);
  });

  it('loads a missing answer also in a hidden page', async () => {
    await page.show(false);
    const $latest = allmedia.$query('latest');
    $latest.listen(() => {});
    await until(() => $latest.get().data);
    expect(asked()).to.equal(1);
  });

  it('keeps its answer during a refetch, and when it fails', async () => {
    const $latest = allmedia.$query('latest');
    $latest.listen(() => {});
    await until(() => $latest.get().data);
    page.platform.script('allmedia/latest', () => refusal(400, 'not now'));
    await page.show(false);
    await page.pass(2 * minute);
    await page.show(true);
    await until(() => $latest.get().error);
    expect(titles($latest.get())).to.deep.equal(['Film 1', 'Film 2']);
    expect($latest.get().error).to.include({ code: 'platform', hint: 'not now' });
    page.platform.script('allmedia/latest', () => listing(4));
    window.dispatchEvent(new Event('online'));
    await until(() => titles($latest.get())?.[0] === 'Film 4');
    expect($latest.get().error).to.equal(undefined);
  });

  it('refetches at an interval while it has a listener and the page is visible', async () => {
    const end = allmedia.$query('latest', {}, { refetchIntervalMs: 5000 }).listen(() => {});
    await until(() => asked() === 1);
    await page.pass(5000);
    await until(() => asked() === 2);
    await page.show(false);
    await page.pass(20_000);
    expect(asked()).to.equal(2);
    await page.show(true);
    await page.pass(5000);
    await until(() => asked() === 3);
    end();
    await page.pass(20_000);
    expect(asked()).to.equal(3);
  });

  it('fetches nothing before the end of a Retry-After, for no cause', async () => {
    page.platform.script('allmedia/latest', () => {
      const refused = refusal(429, 'not now');
      refused.headers.set('Retry-After', '120');
      return refused;
    });
    const $latest = allmedia.$query('latest', {}, { refetchIntervalMs: 5000 });
    const end = $latest.listen(() => {});
    await until(() => $latest.get().error);
    await page.pass(60_000);
    expect(asked(), 'by its interval').to.equal(1);
    await page.show(false);
    await page.show(true);
    window.dispatchEvent(new Event('online'));
    await page.pass(0);
    expect(asked(), 'by a return').to.equal(1);
    end();
    await page.pass(1000);
    $latest.listen(() => {});
    await page.pass(58_000);
    expect(asked(), 'by a listener').to.equal(1);
    page.platform.script('allmedia/latest', () => listing(3));
    await page.pass(2000);
    await until(() => titles($latest.get())?.[0] === 'Film 3');
    expect(asked()).to.equal(2);
  });

  it('shows that an item does not exist, and the reason', async () => {
    page.platform.script('allmedia/byglobalid/7', () => refusal(404, 'it was taken off'));
    const $item = allmedia.$query('byglobalid', { globalid: 7 });
    $item.listen(() => {});
    await until(() => $item.get().error);
    expect($item.get().data).to.equal(null);
    expect($item.get().error).to.include({ code: 'not-found', hint: 'it was taken off' });
  });

  it('reports a search once, not on a refetch', async () => {
    page.platform.script('allmedia/byquery/lena', () => listing(1));
    allmedia.$query('byquery', { query: 'lena' }, { refetchIntervalMs: minute }).listen(() => {});
    await until(() => asked('allmedia/byquery/lena') === 1);
    await page.pass(minute);
    await until(() => asked('allmedia/byquery/lena') === 2);
    expect(page.platform.to('allmedia/byquery/lena').map(({ query }) => query)).to.deep.equal([
      '',
      'skipReporting=1',
    ]);
  });

  it('reports a search once, also when a listened store is emptied', async () => {
    page.platform.script('allmedia/byquery/lena', () => listing(1));
    const $found = allmedia.$query('byquery', { query: 'lena' });
    $found.listen(() => {});
    await until(() => $found.get().data);
    await page.usher.login({ provider: 'manual', username: 'ada', password: 'x' });
    await until(() => asked('allmedia/byquery/lena') === 2);
    expect(page.platform.to('allmedia/byquery/lena')[1]!.query).to.equal('skipReporting=1');
  });

  it('reports a search whose first read found no session', async () => {
    page.platform.script('session/init', unreachable);
    page.platform.script('allmedia/byquery/lena', () => listing(1));
    const $found = allmedia.$query('byquery', { query: 'lena' });
    $found.listen(() => {});
    await until(() => $found.get().error);
    page.platform.script('session/init', () => answer(sessionResult()));
    await page.pass(130_000); // a probe
    await until(() => $found.get().data);
    expect(page.platform.to('allmedia/byquery/lena')[0]!.query).to.equal('');
  });

  it('clears its answer when another viewer logs in, and refetches', async () => {
    const $latest = allmedia.$query('latest');
    const seen: (string[] | undefined)[] = [];
    $latest.listen((state) => void seen.push(titles(state)));
    await until(() => $latest.get().data);
    page.platform.script('allmedia/latest', () => listing(9));
    page.platform.script('session/login', () => answer(userResult()));
    await page.usher.login({ provider: 'manual', username: 'ada', password: 'x' });
    await until(() => titles($latest.get())?.[0] === 'Film 9');
    expect(seen).to.deep.include(undefined);
    expect(asked()).to.equal(2);
  });

  it('shows an answer only to the viewer who requested it', async () => {
    const slow = held(() => listing(1));
    page.platform.script('allmedia/latest', slow.reply);
    await page.usher.start();
    const $latest = allmedia.$query('latest');
    $latest.listen(() => {});
    await until(slow.waiting);
    page.platform.script('allmedia/latest', () => listing(9));
    await page.usher.login({ provider: 'manual', username: 'ada', password: 'x' });
    slow.letGo();
    await until(() => $latest.get().data);
    expect(titles($latest.get())).to.deep.equal(['Film 9']);
  });

  it('refetches anonymously after a logout', async () => {
    const $latest = allmedia.$query('latest');
    $latest.listen(() => {});
    await until(() => $latest.get().data);
    page.platform.script('allmedia/latest', () => listing(5));
    await ticking(page.clock, page.usher.logout());
    await until(() => titles($latest.get())?.[0] === 'Film 5');
    expect(asked('session/init')).to.equal(2);
  });

  it('requests nothing after forget() until the next call', async () => {
    const $latest = allmedia.$query('latest', {}, { refetchIntervalMs: 5000 });
    $latest.listen(() => {});
    await until(() => $latest.get().data);
    let isForgotten = false;
    void page.usher.forget().finally(() => {
      isForgotten = true;
    });
    await until(() => {
      page.clock.tick(100);
      return isForgotten;
    });
    const before = page.platform.sent.length;
    await page.show(false);
    await page.pass(minute);
    await page.show(true);
    await page.pass(minute);
    expect($latest.get()).to.deep.equal({ data: undefined, updatedAt: null, loading: false });
    expect(page.platform.sent).to.have.length(before);
    allmedia.$query('latest').listen(() => {});
    await until(() => $latest.get().data);
  });

  it('continues when there is a session again', async () => {
    page.platform.script('session/init', unreachable);
    const $latest = allmedia.$query('latest');
    $latest.listen(() => {});
    await until(() => $latest.get().error);
    expect($latest.get().error!.code).to.equal('network');
    page.platform.script('session/init', () => answer(sessionResult()));
    await page.pass(130_000); // a probe
    await until(() => $latest.get().data);
    expect($latest.get().error).to.equal(undefined);
  });

  it('has no timer and sends nothing after dispose()', async () => {
    allmedia.$query('latest', {}, { refetchIntervalMs: 5000 }).listen(() => {});
    await until(() => asked() === 1);
    await page.pass(3000);
    page.usher.dispose();
    await quiet();
    expect(page.clock.countTimers()).to.equal(0);
    await page.show(false);
    await page.show(true);
    expect(asked()).to.equal(1);
  });

  for (const [options, field] of [
    [{ refetchIntervalMs: 999 }, 'refetchIntervalMs'],
    [{ refetchIntervalMs: NaN }, 'refetchIntervalMs'],
    [{ staleTimeMs: -1 }, 'staleTimeMs'],
    [{ staleTimeMs: '1' }, 'staleTimeMs'],
    [{ every: 5 }, 'every'],
  ] as const) {
    it(`refuses ${JSON.stringify(options)} at once`, () => {
      expect(() => allmedia.$query('latest', {}, options as object))
        .to.throw()
        .that.includes({ code: 'input', endpoint: 'allmedia/latest', field });
    });
  }

  it('refuses invalid values at once', () => {
    expect(() => allmedia.$query('latest', { limit: 0 }))
      .to.throw()
      .that.includes({ code: 'input', field: 'limit' });
  });
});
