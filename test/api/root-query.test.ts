import { expect } from 'chai';
import { atom } from 'nanostores';
import { createRootQuery } from '../../src/api/root-query.ts';
import { ChunkError } from '../../src/errors/chunk-error.ts';
import type { SessionDriver } from '../../src/session/session.ts';
import { listing, openDataPage, type DataPage } from '../fixtures/data/data-page.ts';
import { answer, userResult } from '../fixtures/session/scripted-platform.ts';
import { ticking, until } from '../fixtures/session/waiting.ts';

describe('usher.$query', () => {
  let page: DataPage;
  beforeEach(() => {
    page = openDataPage();
    page.platform.script('allmedia/latest', () => listing(1, 2));
  });
  afterEach(() => page.close());

  it('returns a store at once, and sends nothing before its first listener', () => {
    const $latest = page.usher.$query('allmedia/latest', { limit: 20 });
    expect($latest.get()).to.deep.equal({ data: undefined, updatedAt: null, loading: false });
    expect(page.platform.sent).to.have.length(0);
  });

  it('returns one store for the same query', () => {
    const { $query } = page.usher;
    expect($query('allmedia/latest', { limit: 20 })).to.equal(
      $query('allmedia/latest', { limit: 20 }),
    );
    expect($query('allmedia/byglobalid', { globalid: 7n })).to.equal(
      $query('allmedia/byglobalid', { globalid: 7n }),
    );
    expect($query('allmedia/latest', { limit: 20, start: 40 })).to.equal(
      $query('allmedia/latest', { start: 40, limit: 20 }),
    );
    expect($query('allmedia/latest')).to.not.equal($query('allmedia/picked'));
    const times = [NaN, Infinity, null as never, undefined];
    const stores = times.map((staleTimeMs) => $query('allmedia/latest', {}, { staleTimeMs }));
    expect(new Set(stores).size).to.equal(times.length);
    const viewsUntil = (to: number): object =>
      $query('statistics/viewsbyhour', {
        streamtype: 'video',
        from: new Date(0),
        to: new Date(to),
      });
    expect(viewsUntil(0)).to.equal(viewsUntil(0));
    expect(viewsUntil(0)).to.not.equal(viewsUntil(86_400_000));
  });

  it('asks with the values of its call, although the page changes their object', async () => {
    const values = { limit: 20, start: 0 };
    const $first = page.usher.$query('allmedia/latest', values);
    values.start = 20;
    expect(page.usher.$query('allmedia/latest', values)).to.not.equal($first);
    $first.listen(() => {});
    await until(() => $first.get().data);
    expect(page.platform.to('allmedia/latest')[0]!.query).to.equal('limit=20&start=0');
  });

  it('asks for the day that a date had at its call, although the page moves it on', async () => {
    page.platform.script('statistics/viewsbyday', () => answer({}));
    const day = new Date('2026-11-20T12:00:00Z');
    const ask = () =>
      page.usher.$query('statistics/viewsbyday', { streamtype: 'video', from: day, to: day });
    const stores = [ask()];
    day.setDate(day.getDate() - 1);
    stores.push(ask());
    const called = page.usher.call('statistics/viewsbyday', {
      streamtype: 'video',
      from: day,
      to: day,
    });
    day.setDate(day.getDate() - 1);
    for (const $store of stores) $store.listen(() => {});
    await until(() => stores.every(($store) => $store.get().data));
    await called;
    const queries = page.platform.to('statistics/viewsbyday').map(({ query }) => query);
    expect(queries.sort().map((query) => query.slice(-10))).to.deep.equal([
      '2026-11-19',
      '2026-11-19',
      '2026-11-20',
    ]);
  });

  it('shows that it loads, then the answer, and refetches for a later listener', async () => {
    const $latest = page.usher.$query('allmedia/latest', { limit: 20 }, { staleTimeMs: 0 });
    const seen: unknown[] = [];
    const stop = $latest.subscribe(({ data, loading }) => {
      seen.push([loading, data?.items.length]);
    });
    await until(() => $latest.get().data && !$latest.get().loading);
    stop();
    expect(seen.at(0)).to.deep.equal([true, undefined]);
    expect(seen.at(-1)).to.deep.equal([false, 2]);
    await until(() => true);
    $latest.listen(() => {});
    await until(() => page.platform.to('allmedia/latest').length === 2);
  });

  it('shows invalid values, and an unknown ID, as errors', async () => {
    const wrong = [
      page.usher.$query('allmedia/latest', { limit: -1 }),
      page.usher.$query('session/init' as 'allmedia/latest'),
    ];
    for (const $wrong of wrong) {
      $wrong.listen(() => {});
      await until(() => $wrong.get().error);
      expect($wrong.get().error!.code).to.equal('input');
      expect($wrong.get().loading).to.equal(false);
    }
    expect(page.platform.sent).to.have.length(0);
  });

  describe("when the viewer's data is no longer theirs", () => {
    const read = async (): Promise<ReturnType<typeof page.usher.$query<'allmedia/latest'>>> => {
      const $latest = page.usher.$query('allmedia/latest', { limit: 20 });
      const stop = $latest.listen(() => {});
      await until(() => $latest.get().data);
      stop();
      await until(() => true);
      return $latest;
    };

    it('has no data after a logout, and the next viewer sees none of it first', async () => {
      const $latest = await read();
      const ended = page.usher.logout();
      expect($latest.get().data).to.equal(undefined);
      await page.pass(100);
      await ended;
      const seen: unknown[] = [];
      $latest.subscribe(({ data }) => seen.push(data?.items.length));
      expect(seen).to.deep.equal([undefined]);
      await until(() => $latest.get().data);
    });

    it('has no data in the task of the logout, and none when $user tells of it', async () => {
      const $latest = page.usher.$query('allmedia/latest', { limit: 20 });
      $latest.listen(() => {});
      await until(() => $latest.get().data);
      page.platform.script('session/login', () => answer(userResult()));
      const seen: unknown[] = [];
      page.usher.$user.listen(() => seen.push($latest.get().data));
      await page.usher.login({ username: 'ada', password: 'x' });
      await until(() => $latest.get().data);
      const ended = page.usher.logout();
      seen.push($latest.get().data);
      await page.pass(100);
      await ended;
      expect(seen.length).to.be.at.least(3);
      expect(seen.every((data) => data === undefined)).to.equal(true);
    });

    it('keeps no error that looks like a request under way', async () => {
      const $wrong = page.usher.$query('allmedia/latest', { limit: -1 });
      $wrong.listen(() => {});
      await until(() => $wrong.get().error);
      await page.usher.start();
      await page.pass(0);
      const ended = page.usher.logout();
      expect($wrong.get().loading).to.equal(false);
      await page.pass(100);
      await ended;
    });

    it('has no data after a login of somebody else', async () => {
      page.platform.script('session/login', () => answer(userResult()));
      const $latest = await read();
      await page.usher.login({ username: 'ada', password: 'x' });
      expect($latest.get().data).to.equal(undefined);
    });

    it('has no data of the viewer before, also when it had been removed as the oldest', async () => {
      page.platform.script('session/login', () => answer(userResult()));
      const $latest = page.usher.$query('allmedia/latest', { limit: 20 });
      for (let start = 1; start <= 100; start++) page.usher.$query('allmedia/latest', { start });
      const stop = $latest.listen(() => {});
      await until(() => $latest.get().data);
      stop();
      await until(() => !$latest.get().loading);
      await page.usher.login({ username: 'ada', password: 'x' });
      expect($latest.get().data).to.equal(undefined);
    });

    it('has no data after forget()', async () => {
      const $latest = await read();
      await ticking(page.clock, page.usher.forget());
      expect($latest.get().data).to.equal(undefined);
    });

    it('has no data after dispose()', async () => {
      const $latest = await read();
      page.usher.dispose();
      expect($latest.get().data).to.equal(undefined);
    });
  });

  it('loads its code again when the page is online again, and stops with its last listener', async () => {
    const latest = atom({ data: 'films', updatedAt: 1, loading: false });
    let [isLost, loads] = [true, 0];
    const load = async (): Promise<never> => {
      loads++;
      if (isLost) throw new ChunkError('actions', 'network');
      const createShowQuery = () => async ($state: { set: (state: unknown) => void }) =>
        $state.set(latest.get());
      return { createShowQuery } as never;
    };
    const { signal } = new AbortController();
    const parts = { viewerController: { signal }, disposal: signal, browser: {} };
    const context = parts as unknown as SessionDriver['context'];
    const $query = createRootQuery(load, { context });
    const [$left, $latest] = [$query('allmedia/picked'), $query('allmedia/latest')];
    const leave = $left.listen(() => {});
    $latest.listen(() => {});
    await until(() => $latest.get().error);
    leave();
    await until(() => loads === 2);
    isLost = false;
    dispatchEvent(new Event('online'));
    await until(() => $latest.get().data);
    expect($latest.get()).to.deep.equal(latest.get());
    dispatchEvent(new Event('online'));
    await until(() => true);
    expect(loads).to.equal(3);
  });

  it('keeps a hundred stores: older ones without a listener are empty, and made anew', async () => {
    const first = page.usher.$query('allmedia/latest', { start: 1 });
    first.listen(() => {});
    const second = page.usher.$query('allmedia/latest', { start: 2 });
    for (let start = 3; start <= 101; start++) page.usher.$query('allmedia/latest', { start });
    expect(page.usher.$query('allmedia/latest', { start: 1 })).to.equal(first);
    expect(page.usher.$query('allmedia/latest', { start: 2 })).to.not.equal(second);
  });
});
