import { expect } from 'chai';
import type { Allmedia } from '../../src/index.ts';
import { held, listing, openDataPage, type DataPage } from '../fixtures/data/data-page.ts';
import { answer } from '../fixtures/session/scripted-platform.ts';
import { quiet, rejection, ticking, until } from '../fixtures/session/waiting.ts';
import { warmUp } from '../fixtures/session/warm-up.ts';

describe('data requests', () => {
  let page: DataPage;
  let allmedia: Allmedia;
  before(warmUp);
  beforeEach(async () => {
    page = openDataPage();
    for (const name of ['latest', 'picked', 'random', 'all']) {
      page.platform.script(`allmedia/${name}`, () => listing(1, 2));
    }
    allmedia = await page.usher.allmedia();
    await page.usher.start();
  });
  afterEach(() => page.close());
  const asked = (id = 'allmedia/latest'): number => page.platform.to(id).length;

  it('are shared by calls at the same time', async () => {
    const [one, other] = await Promise.all([
      allmedia.latest({ limit: 5 }),
      allmedia.latest({ limit: 5 }),
    ]);
    expect(one).to.equal(other);
    expect(asked()).to.equal(1);
  });

  it('are answered from memory for a minute, unless `fresh` is set', async () => {
    await allmedia.latest();
    await allmedia.latest();
    expect(asked()).to.equal(1);
    await allmedia.latest({}, { fresh: true });
    expect(asked()).to.equal(2);
    await page.pass(59_999);
    await allmedia.latest();
    expect(asked()).to.equal(2);
    await page.pass(1);
    await allmedia.latest();
    expect(asked()).to.equal(3);
  });

  it('are sent again when the clock was set back', async () => {
    await allmedia.latest();
    page.clock.setSystemTime(Date.now() - 3_600_000);
    await allmedia.latest();
    expect(asked()).to.equal(2);
  });

  it('are not shared for random lists, or with `noc`', async () => {
    await Promise.all([
      allmedia.random(),
      allmedia.random(),
      allmedia.latest({ noc: true }),
      allmedia.latest({ noc: true }),
    ]);
    expect([asked('allmedia/random'), asked()]).to.deep.equal([2, 2]);
  });

  it('are sent three at a time, in the order of the calls', async () => {
    const slow = held(() => listing(1));
    page.platform.script('allmedia/all', slow.reply);
    const all = Promise.all([0, 1, 2, 3, 4].map((start) => allmedia.all({ start })));
    await until(() => asked('allmedia/all') === 3);
    await quiet();
    expect(asked('allmedia/all')).to.equal(3);
    slow.letGo();
    await until(() => asked('allmedia/all') === 4);
    for (let n = 0; n < 4; n++) {
      slow.letGo();
      await quiet();
    }
    await all;
    expect(page.platform.to('allmedia/all').map(({ query }) => query)).to.deep.equal(
      [0, 1, 2, 3, 4].map((start) => `start=${start}`),
    );
  });

  it('do not delay payments and session calls', async () => {
    page.platform.script('allmedia/all', () => new Promise(() => {}));
    for (let start = 0; start < 9; start++) allmedia.all({ start }).catch(() => {});
    await until(() => asked('allmedia/all') === 3);
    await page.usher.item({ item: 7, streamtype: 'video' }).check();
    await page.usher.login({ provider: 'manual', username: 'ada', password: 'x' });
    expect([asked('payment/itemstate') > 0, asked('session/login')]).to.deep.equal([true, 1]);
  });

  it('by call() wait in the same queue', async () => {
    page.platform.script('allmedia/all', () => new Promise(() => {}));
    page.platform.script('system/languagecodes', () => answer([]));
    for (let start = 0; start < 3; start++) allmedia.all({ start }).catch(() => {});
    await until(() => asked('allmedia/all') === 3);
    page.usher.call('system/languagecodes').catch(() => {});
    const refused = await rejection(page.usher.call('allmedia/latest', { limit: 0 }));
    expect(refused).to.include({ code: 'input', field: 'limit' });
    await quiet();
    expect(asked('system/languagecodes')).to.equal(0);
  });

  it('end after 30 s, including the wait in the queue', async () => {
    page.platform.script('allmedia/all', () => new Promise(() => {}));
    const failures = Promise.all(
      [0, 1, 2, 3, 4].map((start) => rejection(allmedia.all({ start }))),
    );
    await until(() => asked('allmedia/all') === 3);
    await page.pass(30_000);
    expect((await failures).map(({ code }) => code)).to.deep.equal(
      Array.from({ length: 5 }, () => 'timeout'),
    );
  });

  it('continue when one of several callers aborts, and end with the last', async () => {
    page.platform.script('allmedia/latest', () => new Promise(() => {}));
    const [first, second] = [new AbortController(), new AbortController()];
    const one = rejection(allmedia.latest({}, { signal: first.signal }));
    const other = rejection(allmedia.latest({}, { signal: second.signal }));
    await until(() => asked() === 1);
    first.abort();
    expect((await one).code).to.equal('aborted');
    const { signal } = page.platform.to('allmedia/latest')[0]!.init;
    expect(signal!.aborted).to.equal(false);
    second.abort();
    expect((await other).code).to.equal('aborted');
    expect(signal!.aborted).to.equal(true);
    page.platform.script('allmedia/latest', () => listing(3));
    expect((await allmedia.latest()).items[0]!.general.title).to.equal('Film 3');
  });

  it('that are aborted in the queue are never sent', async () => {
    const slow = held(() => listing(1));
    page.platform.script('allmedia/all', slow.reply);
    const abort = new AbortController();
    const others = [0, 1, 2].map((start) => allmedia.all({ start }));
    const failed = rejection(allmedia.latest({}, { signal: abort.signal }));
    await until(() => asked('allmedia/all') === 3);
    abort.abort();
    expect((await failed).code).to.equal('aborted');
    for (let n = 0; n < 3; n++) slow.letGo();
    await Promise.all(others);
    await quiet();
    expect(asked()).to.equal(0);
  });

  it('with an aborted signal are not sent', async () => {
    expect((await rejection(allmedia.latest({}, { signal: AbortSignal.abort() }))).code).to.equal(
      'aborted',
    );
    expect(asked()).to.equal(0);
  });

  it('are sent again after a change of the viewer', async () => {
    await allmedia.latest();
    await page.usher.login({ provider: 'manual', username: 'ada', password: 'x' });
    await allmedia.latest();
    expect(asked()).to.equal(2);
    await ticking(page.clock, page.usher.logout());
    await allmedia.latest();
    expect(asked()).to.equal(3);
  });

  it('during a change of the viewer are given only to their caller', async () => {
    const slow = held(() => listing(1));
    page.platform.script('allmedia/latest', slow.reply);
    const before = allmedia.latest();
    await until(slow.waiting);
    await page.usher.login({ provider: 'manual', username: 'ada', password: 'x' });
    page.platform.script('allmedia/latest', () => listing(9));
    expect((await allmedia.latest()).items[0]!.general.ID).to.equal('9');
    slow.letGo();
    expect((await before).items[0]!.general.ID).to.equal('1');
    expect((await allmedia.latest()).items[0]!.general.ID).to.equal('9');
    expect(asked()).to.equal(2);
  });

  it('for a missing item call onMissing with the reason', async () => {
    const reasons: string[] = [];
    page.platform.script('allmedia/byglobalid/7', () =>
      answer({}, 404, { metadata: { errorhint: 'it was taken off' } }),
    );
    expect(
      await allmedia.byglobalid(
        { globalid: 7 },
        { onMissing: ({ code, hint }) => void reasons.push(`${code}: ${hint}`) },
      ),
    ).to.equal(null);
    expect(reasons).to.deep.equal(['not-found: it was taken off']);
  });

  it("resolve with null when the page's onMissing throws, which is reported", async () => {
    const own = new Error('the page’s own');
    page.platform.script('allmedia/byglobalid/7', () => answer({}, 404));
    expect(
      await allmedia.byglobalid(
        { globalid: 7 },
        {
          onMissing: () => {
            throw own;
          },
        },
      ),
    ).to.equal(null);
    expect(await rejection(page.clock.tickAsync(1))).to.equal(own); // thrown in a task of its own
  });

  it('that fail are not cached: the next call is sent', async () => {
    page.platform.script('allmedia/latest', () => answer({}, 400));
    expect((await rejection(allmedia.latest())).code).to.equal('platform');
    page.platform.script('allmedia/latest', () => listing(1));
    expect((await allmedia.latest()).items).to.have.length(1);
  });

  it('report a search, also when its answer is known from one that was not reported', async () => {
    page.platform.script('allmedia/byquery/lena', () => listing(1));
    await allmedia.byquery({ query: 'lena', skipReporting: true });
    await allmedia.byquery({ query: 'lena', skipReporting: true });
    await allmedia.byquery({ query: 'lena' });
    await allmedia.byquery({ query: 'lena' });
    expect(page.platform.to('allmedia/byquery/lena').map(({ query }) => query)).to.deep.equal([
      'skipReporting=1',
      '',
    ]);
  });

  it('report a search for its first page only', async () => {
    page.platform.script('allmedia/byquery/lena', () => listing(1));
    await allmedia.byquery({ query: 'lena' });
    await allmedia.byquery({ query: 'lena', start: 20 });
    await allmedia.byquery({ query: 'lena', start: 40, skipReporting: false });
    expect(page.platform.to('allmedia/byquery/lena').map(({ query }) => query)).to.deep.equal([
      '',
      'skipReporting=1&start=20',
      'skipReporting=0&start=40',
    ]);
  });
});

describe('an item of a list', () => {
  let page: DataPage;
  before(warmUp);
  beforeEach(() => {
    page = openDataPage();
  });
  afterEach(() => page.close());

  it('is read with numbers, flags and IDs in any form, and keeps unknown fields', async () => {
    const general = {
      ID: '7',
      GID: '9007199254740993001',
      title: 7,
      streamtype: 'video',
      created: '1790000000',
      isPay: '0',
      isPicked: 1,
      forKids: true,
      isUGC: 'perhaps',
      runtime: '00:18:19',
      mood: ['dark'],
    };
    const imagedata = { thumb: 'a.jpg', focus: 1 };
    const sent = { general, imagedata, streamdata: { bitrate: 3 }, later: 1 };
    page.platform.script('allmedia/latest', () => answer([sent]));
    const [first] = (await (await page.usher.allmedia()).latest()).items;
    expect(first).to.deep.equal({
      general: {
        ID: '7',
        GID: '9007199254740993001',
        title: '7',
        streamtype: 'video',
        created: 1790000000,
        isPay: false,
        isPicked: true,
        forKids: true,
        runtime: '00:18:19',
        mood: ['dark'],
      },
      imagedata: { thumb: 'a.jpg', focus: 1 },
      streamdata: { bitrate: 3 },
      later: 1,
      raw: sent,
    });
  });

  it('is malformed when it is not an object', async () => {
    const allmedia = await page.usher.allmedia();
    for (const wrong of [7, null, [], {}, { general: 7 }]) {
      page.platform.script('allmedia/latest', () => answer([wrong]));
      expect((await rejection(allmedia.latest())).code, JSON.stringify(wrong)).to.equal(
        'malformed',
      );
    }
  });
});
