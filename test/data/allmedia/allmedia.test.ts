import { expect } from 'chai';
import { createUsher, type Allmedia, type MediaPage, type Usher } from '../../../src/index.ts';
import { tenant } from '../../fixtures/session/reference-platform.ts';
import {
  answer,
  refusal,
  scriptPlatform,
  type Reply,
  type ScriptedPlatform,
} from '../../fixtures/session/scripted-platform.ts';
import { quiet, rejection, until } from '../../fixtures/session/waiting.ts';
import { warmUp } from '../../fixtures/session/warm-up.ts';

const item = (ID: number): object => ({
  general: { ID, GID: 5000000 + ID, title: `Film ${ID}`, streamtype: 'video' },
  imagedata: { thumb: '' },
});
/** A list of this many items, in pages as a platform gives it. */
const listOf =
  (count: number, most = 100): Reply =>
  ({ query }) => {
    const asked = new URLSearchParams(query);
    const start = Number(asked.get('start') ?? 0);
    const limit = Math.min(Number(asked.get('limit') ?? 20), most);
    const items = Array.from({ length: Math.max(0, Math.min(limit, count - start)) }, (_, index) =>
      item(start + index),
    );
    return answer(items, 200, { paging: { start, limit, resultcount: count } });
  };
const all = async (pages: AsyncGenerator<MediaPage, void>): Promise<MediaPage[]> => {
  const got: MediaPage[] = [];
  for await (const page of pages) got.push(page);
  return got;
};

describe('allmedia', () => {
  let platform: ScriptedPlatform;
  let usher: Usher;
  let allmedia: Allmedia;
  before(warmUp);
  beforeEach(async () => {
    platform = scriptPlatform();
    usher = platform.usher();
    allmedia = await usher.allmedia();
  });
  afterEach(() => platform.close());

  it('is one object for several calls, and sends nothing by itself', async () => {
    expect(await usher.allmedia()).to.equal(allmedia);
    expect(platform.sent).to.have.length(0);
  });

  it('sends a list with its parameters, and returns items and paging', async () => {
    platform.script('allmedia/latest', listOf(45));
    const { items, paging } = await allmedia.latest({
      limit: 20,
      selectedStreamtypes: ['video', 'audio'],
      additionalFields: 'all',
    });
    expect(platform.to('allmedia/latest')[0]).to.include({
      method: 'GET',
      query: 'limit=20&selectedStreamtypes=video%2Caudio&additionalFields=all',
      body: '',
    });
    expect(paging).to.deep.equal({ start: 0, limit: 20, resultcount: 45 });
    expect(items.map(({ general }) => general.title).slice(0, 2)).to.deep.equal([
      'Film 0',
      'Film 1',
    ]);
  });

  for (const [name, values, path] of [
    ['all', {}, 'allmedia/all'],
    ['picked', {}, 'allmedia/picked'],
    ['mostactive', {}, 'allmedia/mostactive'],
    ['forkids', {}, 'allmedia/forkids'],
    ['byquery', { query: 'blender & möre' }, 'allmedia/byquery/blender%20%26%20m%C3%B6re'],
  ] as const) {
    it(`has ${name}, by its name in the interface`, async () => {
      platform.script(path, listOf(1));
      const { items } = await (allmedia[name] as (values: object) => Promise<MediaPage>)(values);
      expect(items).to.have.length(1);
    });
  }

  it('reads numbers of paging from text', async () => {
    platform.script('allmedia/all', () =>
      answer([item(1)], 200, { paging: { start: '0', limit: '20', resultcount: '1' } }),
    );
    expect((await allmedia.all()).paging).to.deep.equal({ start: 0, limit: 20, resultcount: 1 });
  });

  it('sends and reads every digit of a global ID', async () => {
    platform.script(
      'allmedia/all',
      () =>
        new Response(
          '{"metadata":{"status":200},"result":[{"general":{"ID":1,"GID":9007199254740993001,"title":"a 9007199254740993001 b"}}]}',
        ),
    );
    const [first] = (await allmedia.all()).items;
    expect(first!.general.GID).to.equal('9007199254740993001');
    expect(first!.general.title).to.equal('a 9007199254740993001 b');
    platform.script('allmedia/byglobalid/9007199254740993001', () => answer(item(1)));
    expect((await allmedia.byglobalid({ globalid: first!.general.GID }))!.general.title).to.equal(
      'Film 1',
    );
  });

  for (const [title, result] of [
    ['an object', {}],
    ['nothing', undefined],
    ['a text', 'none'],
    ['null', null],
  ] as const) {
    it(`is malformed when a list is ${title}`, async () => {
      platform.script('allmedia/latest', () => answer(result));
      expect((await rejection(allmedia.latest())).code).to.equal('malformed');
    });
  }

  describe('an item', () => {
    it('is null when it does not exist', async () => {
      platform.script('allmedia/byglobalid/7', () => refusal(404, 'there is no item'));
      expect(await allmedia.byglobalid({ globalid: 7 })).to.equal(null);
    });

    it('is null when an answer with status 200 says so', async () => {
      platform.script(
        'allmedia/byglobalid/7',
        () => new Response('{"metadata":{"status":404},"result":{}}'),
      );
      expect(await allmedia.byglobalid({ globalid: 7 })).to.equal(null);
    });

    it('is the first of a list when the platform gives a list', async () => {
      platform.script('allmedia/byglobalid/7', () => answer([item(7)]));
      expect((await allmedia.byglobalid({ globalid: 7 }))!.general.ID).to.equal('7');
    });

    it('is an error, and not null, when the platform fails', async () => {
      platform.script('allmedia/byglobalid/7', () => refusal(400, 'noc must be 0 or 1'));
      expect((await rejection(allmedia.byglobalid({ globalid: 7 }))).code).to.equal('platform');
    });

    for (const result of ['gone', 7, true]) {
      it(`is malformed when it is ${JSON.stringify(result)}`, async () => {
        platform.script('allmedia/byglobalid/7', () => answer(result));
        expect((await rejection(allmedia.byglobalid({ globalid: 7 }))).code).to.equal('malformed');
      });
    }
  });

  describe('the pages of a list', () => {
    const queries = (id: string): string[] => platform.to(id).map(({ query }) => query);

    it('give every item once, and end with the last', async () => {
      platform.script('allmedia/all', listOf(45));
      const pages = await all(allmedia.pages('all', { limit: 20 }));
      expect(pages.map(({ items }) => items.length)).to.deep.equal([20, 20, 5]);
      expect(
        new Set(pages.flatMap(({ items }) => items.map(({ general }) => general.ID))).size,
      ).to.equal(45);
      expect(queries('allmedia/all')).to.deep.equal([
        'limit=20&start=0',
        'limit=20&start=20',
        'limit=20&start=40',
      ]);
    });

    it('are of one list, although the page changes the object with its values', async () => {
      platform.script('allmedia/all', listOf(60));
      const values = { limit: 20, genre: 'drama' };
      const pages = allmedia.pages('all', values);
      await pages.next();
      values.genre = 'comedy';
      await all(pages);
      expect(queries('allmedia/all')).to.deep.equal([
        'limit=20&genre=drama&start=0',
        'limit=20&genre=drama&start=20',
        'limit=20&genre=drama&start=40',
      ]);
    });

    it('are not requested after a full last page', async () => {
      platform.script('allmedia/all', listOf(40));
      expect(await all(allmedia.pages('all', { limit: 20 }))).to.have.length(2);
      expect(platform.to('allmedia/all')).to.have.length(2);
    });

    it('are one empty page for an empty list', async () => {
      platform.script('allmedia/all', listOf(0));
      expect((await all(allmedia.pages('all', {}))).map(({ items }) => items.length)).to.deep.equal(
        [0],
      );
    });

    it('begin at `start`', async () => {
      platform.script('allmedia/all', listOf(25));
      const pages = await all(allmedia.pages('all', { start: 10, limit: 10 }));
      expect(pages.flatMap(({ items }) => items.map(({ general }) => general.ID))).to.deep.equal(
        Array.from({ length: 15 }, (_, index) => String(10 + index)),
      );
    });

    it('leave no gap when the platform gives less than the limit', async () => {
      platform.script('allmedia/all', listOf(12, 5));
      const pages = await all(allmedia.pages('all', { limit: 10 }));
      expect(pages.flatMap(({ items }) => items.map(({ general }) => general.ID))).to.deep.equal(
        Array.from({ length: 12 }, (_, index) => String(index)),
      );
    });

    it('end when the platform gives fewer items than it counts', async () => {
      platform.script('allmedia/all', (sent) =>
        sent.query.includes('start=0')
          ? listOf(100)(sent)
          : answer([], 200, { paging: { start: 20, limit: 20, resultcount: 100 } }),
      );
      expect((await all(allmedia.pages('all', { limit: 20 }))).length).to.be.at.most(2);
    });

    /** A list of items whose answers have no count, and another paging. */
    const uncounted =
      (count: number, pagingOf: (start: number) => object | undefined, most = 100): Reply =>
      ({ query }) => {
        const fields = new URLSearchParams(query);
        const start = Number(fields.get('start'));
        const size = Math.max(0, Math.min(Number(fields.get('limit')), most, count - start));
        const items = Array.from({ length: size }, (_, index) => item(start + index));
        const paging = pagingOf(start);
        return answer(items, 200, paging && { paging });
      };

    for (const [title, pagingOf, most, requests] of [
      ['no paging', () => undefined, 100, 4],
      ['no count', (start: number) => ({ start, limit: 10 }), 100, 3],
      ['a text as count', (start: number) => ({ start, limit: 10, resultcount: '' }), 100, 3],
      ['a smaller limit', (start: number) => ({ start, limit: 5 }), 5, 6],
    ] as const) {
      it(`go on after a full page of an answer with ${title}`, async () => {
        platform.script('allmedia/all', uncounted(25, pagingOf, most));
        const pages = await all(allmedia.pages('all', { limit: 10 }));
        expect(pages.flatMap(({ items }) => items.map(({ general }) => general.ID))).to.deep.equal(
          Array.from({ length: 25 }, (_, index) => String(index)),
        );
        expect(platform.to('allmedia/all')).to.have.length(requests);
      });
    }

    it('say that an answer has no count, and how many items there are up to its end', async () => {
      platform.script(
        'allmedia/all',
        uncounted(25, (start) => ({ start, limit: 10 })),
      );
      const pages = await all(allmedia.pages('all', { limit: 10 }));
      expect(pages.map(({ paging }) => paging)).to.deep.equal(
        [10, 20, 25].map((resultcount, page) => ({
          start: 10 * page,
          limit: 10,
          resultcount,
          isCounted: false,
        })),
      );
    });

    it('end when a platform without counts ignores `start`, also for items without IDs', async () => {
      const { general, ...others } = item(1) as { general: object };
      const nameless = { ...others, general: { ...general, ID: '', GID: '' } };
      for (const [items, requests] of [
        [[item(1), item(2)], 2],
        [[nameless, nameless], 1],
      ] as const) {
        const before = platform.to('allmedia/all').length;
        platform.script('allmedia/all', () => answer(items));
        const pages = await all(allmedia.pages('all', { limit: 2, noc: true }));
        expect(pages.flatMap((page) => page.items)).to.have.length(2);
        expect(platform.to('allmedia/all')).to.have.length(before + requests);
      }
    });

    it('are fetched one page ahead, and no further', async () => {
      platform.script('allmedia/all', listOf(100));
      const pages = allmedia.pages('all', { limit: 20 });
      expect((await pages.next()).value!.items).to.have.length(20);
      await until(() => platform.to('allmedia/all').length === 2);
      await quiet();
      expect(queries('allmedia/all')).to.deep.equal(['limit=20&start=0', 'limit=20&start=20']);
      await pages.return();
    });

    it('abort the page fetched ahead when the loop ends', async () => {
      platform.script('allmedia/all', (sent) =>
        sent.query.includes('start=0') ? listOf(100)(sent) : new Promise(() => {}),
      );
      for await (const page of allmedia.pages('all', { limit: 20 })) {
        expect(page.items).to.have.length(20);
        await until(() => platform.to('allmedia/all').length === 2);
        break;
      }
      expect(platform.to('allmedia/all')[1]!.init.signal!.aborted).to.equal(true);
    });

    it('give no item twice when the list changes between two pages', async () => {
      let added = 0;
      platform.script('allmedia/all', ({ query }) => {
        const start = Number(new URLSearchParams(query).get('start'));
        const items = Array.from(
          { length: Math.max(0, Math.min(20, 50 + added - start)) },
          (_, index) => item(start + index - added),
        );
        added = Math.min(10, added + 5); // this many new items come first then
        return answer(items, 200, { paging: { start, limit: 20, resultcount: 50 + added } });
      });
      const ids = (await all(allmedia.pages('all', { limit: 20 }))).flatMap(({ items }) =>
        items.map(({ general }) => general.ID),
      );
      expect(ids.slice(0, 20)).to.deep.equal(
        Array.from({ length: 20 }, (_, index) => String(index)),
      );
      expect(new Set(ids).size).to.equal(ids.length).and.equal(50);
    });

    it('give items one by one', async () => {
      platform.script('allmedia/all', listOf(45));
      const ids: string[] = [];
      for await (const { general } of allmedia.items('all', { limit: 20 })) ids.push(general.ID);
      expect(ids).to.deep.equal(Array.from({ length: 45 }, (_, index) => String(index)));
    });

    it('report a search for the first page only', async () => {
      platform.script('allmedia/byquery/x', listOf(45));
      await all(allmedia.pages('byquery', { query: 'x', limit: 20 }));
      expect(
        queries('allmedia/byquery/x').map((query) =>
          new URLSearchParams(query).get('skipReporting'),
        ),
      ).to.deep.equal([null, '1', '1']);
    });

    it('report no page of a search with skipReporting', async () => {
      platform.script('allmedia/byquery/x', listOf(45));
      await all(allmedia.pages('byquery', { query: 'x', limit: 20, skipReporting: true }));
      expect(
        queries('allmedia/byquery/x').every((query) => query.includes('skipReporting=1')),
      ).to.equal(true);
    });

    it('send skipReporting for searches only', async () => {
      platform.script('allmedia/all', listOf(45));
      await all(allmedia.pages('all', { limit: 20 }));
      expect(queries('allmedia/all').join()).to.not.include('skipReporting');
    });

    it('end by a signal between two pages, also when the next is there', async () => {
      platform.script('allmedia/all', listOf(100));
      const abort = new AbortController();
      const pages = allmedia.pages('all', { limit: 20 }, { signal: abort.signal });
      await pages.next();
      await until(() => platform.to('allmedia/all').length === 2);
      await quiet();
      abort.abort();
      expect((await rejection(pages.next())).code).to.equal('aborted');
      expect(platform.to('allmedia/all')).to.have.length(2);
    });
  });

  it('are aborted by a signal during a request', async () => {
    platform.script('allmedia/latest', () => new Promise(() => {}));
    const abort = new AbortController();
    const failed = rejection(allmedia.latest({}, { signal: abort.signal }));
    await until(() => platform.to('allmedia/latest').length);
    abort.abort();
    expect((await failed).code).to.equal('aborted');
    expect(platform.to('allmedia/latest')[0]!.init.signal!.aborted).to.equal(true);
  });

  it('refuse the name of no list, page by page too', async () => {
    for (const name of ['nope', 'toString', 'byglobalid', undefined]) {
      for (const read of [allmedia.pages, allmedia.items]) {
        const begin = async (): Promise<unknown> =>
          read(name as never, { globalid: 107 } as never).next();
        const error = await rejection(begin());
        expect(error).to.include({ code: 'input' });
        expect(['endpoint', 'name']).to.include(error.field);
      }
    }
    expect(platform.sent).to.have.length(0);
  });

  it('of a random list are not read again, also with an option that is undefined', () => {
    const { $query } = allmedia;
    expect($query('random', {}, { staleTimeMs: undefined })).to.equal($query('random', {}));
  });

  it('refuse invalid values at once', async () => {
    const error = await rejection(allmedia.byquery({ query: '..' }));
    expect(error).to.include({ code: 'input', endpoint: 'allmedia/byquery', field: 'query' });
    expect((await rejection(allmedia.latest({ limit: 0 }))).field).to.equal('limit');
    expect(platform.sent).to.have.length(0);
  });

  describe('at the reference platform', () => {
    let real: Usher;
    let media: Allmedia;
    before(async () => {
      real = createUsher({ baseUrl: tenant(9611), persistence: 'none' });
      media = await real.allmedia();
    });
    after(() => real.dispose());

    it('lists real films, and finds one of them by its global ID', async () => {
      const { items, paging } = await media.latest({ limit: 5, selectedStreamtypes: 'video' });
      expect(items).to.have.length(5);
      expect(paging.resultcount).to.be.above(100);
      const found = await media.byglobalid({ globalid: items[0]!.general.GID });
      expect(found!.general.title).to.equal(items[0]!.general.title);
    });

    it('returns null for an unknown item', async () => {
      expect(await media.byglobalid({ globalid: 1 })).to.equal(null);
    });

    it('searches through several pages without a gap or repeat', async () => {
      const pages = await all(
        media.pages('byquery', { query: 'the', limit: 50, selectedStreamtypes: 'video' }),
      );
      const ids = pages.flatMap(({ items }) => items.map(({ general }) => String(general.GID)));
      expect(pages.length).to.be.above(1);
      expect(new Set(ids).size).to.equal(ids.length).and.equal(pages[0]!.paging.resultcount);
    });

    it('accepts any text as a query', async () => {
      for (const query of ["O'Brien; drop table items", '100%', 'a/b', 'Zoë ✓', '../x', '?a=b#c']) {
        expect((await media.byquery({ query })).items).to.be.an('array');
      }
    });
  });
});
