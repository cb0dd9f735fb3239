import '../../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import { createUsher, type Statistics, type Usher } from '../../../src/index.ts';
import { openDataPage, type DataPage } from '../../fixtures/data/data-page.ts';
import { tenant } from '../../fixtures/session/reference-platform.ts';
import { quiet, rejection, until } from '../../fixtures/session/waiting.ts';
import { warmUp } from '../../fixtures/session/warm-up.ts';

const week = { streamtype: 'video', from: '2026-11-14', to: '2026-11-20' } as const;
const raw = (result: string): Response =>
  new Response(`{"metadata":{"status":200},"result":${result}}`);

describe('statistics', () => {
  let page: DataPage;
  let statistics: Statistics;
  before(warmUp);
  beforeEach(async () => {
    page = openDataPage();
    statistics = await page.usher.statistics();
  });
  afterEach(() => page.close());
  const answers = (name: string, result: string): void =>
    page.platform.script(`statistics/${name}`, () => raw(result));

  it('are maps from days to numbers, in the order of the answer', async () => {
    answers('viewsbyday', '{"2026-11-20":812,"2026-11-19":"640","2026-11-18":0.5}');
    expect([...(await statistics.viewsbyday(week))]).to.deep.equal([
      ['2026-11-20', 812],
      ['2026-11-19', 640],
      ['2026-11-18', 0.5],
    ]);
    expect(page.platform.to('statistics/viewsbyday')[0]!.query).to.equal(
      'streamtype=video&from=2026-11-14&to=2026-11-20',
    );
  });

  it('have hours and weekdays as numbers', async () => {
    answers('viewsbyhour', '{"0":1,"23":2,"07":3}');
    answers('clicksbyweekday', '{"7":1,"1":"2"}');
    expect([...(await statistics.viewsbyhour(week))]).to.deep.equal([
      [0, 1],
      [23, 2],
      [7, 3],
    ]);
    expect([...(await statistics.clicksbyweekday(week))]).to.deep.equal([
      [7, 1],
      [1, 2],
    ]);
  });

  it('keep the order of a ranking, and its IDs as text', async () => {
    answers('itemlist', '{"9007199254740993001":50,"7":40,"1369342":40,"12":3}');
    answers('chartsbyviews', '{"12":3,"7":2}');
    expect([...(await statistics.itemlist({ ...week, kpi: 'view' }))]).to.deep.equal([
      ['9007199254740993001', 50],
      ['7', 40],
      ['1369342', 40],
      ['12', 3],
    ]);
    expect([...(await statistics.chartsbyviews(week))]).to.deep.equal([
      ['12', 3],
      ['7', 2],
    ]);
  });

  it('have several figures for an entry', async () => {
    answers('viewprogressbyday', '{"2026-11-20":{"progress25":5,"progress50":"4"}}');
    answers('realtime', '{"desktop":{"views":3,"viewtime":"1.5"}}');
    expect((await statistics.viewprogressbyday(week)).get('2026-11-20')).to.deep.equal({
      progress25: 5,
      progress50: 4,
    });
    expect((await statistics.realtime({ streamtype: 'video' })).get('desktop')).to.deep.equal({
      views: 3,
      viewtime: 1.5,
    });
  });

  it('keep every digit of figures that no number holds', async () => {
    answers(
      'viewtimebyday',
      '{"2026-11-20":9007199254740993001,"2026-11-19":"9007199254740993002","2026-11-18":"many","2026-11-17":null}',
    );
    expect([...(await statistics.viewtimebyday(week)).values()]).to.deep.equal([
      '9007199254740993001',
      '9007199254740993002',
      'many',
      null,
    ]);
  });

  it('are read without an envelope, and from an empty list', async () => {
    page.platform.script('statistics/viewsbyday', () => new Response('{"2026-11-20":3}'));
    expect([...(await statistics.viewsbyday(week))]).to.deep.equal([['2026-11-20', 3]]);
    answers('loginsbyday', '[]');
    expect((await statistics.loginsbyday(week)).size).to.equal(0);
  });

  for (const result of ['[1]', '7', '"none"', 'null']) {
    it(`are malformed when they are ${result}`, async () => {
      answers('viewsbyday', result);
      expect((await rejection(statistics.viewsbyday(week))).code).to.equal('malformed');
    });
  }

  it('pollute no prototype by a key', async () => {
    answers('distributionbyslug', '{"__proto__":1,"constructor":2,"toString":3}');
    expect([...(await statistics.distributionbyslug(week))]).to.deep.equal([
      ['__proto__', 1],
      ['constructor', 2],
      ['toString', 3],
    ]);
    answers('realtime', '{"a":{"__proto__":{"polluted":1}}}');
    await statistics.realtime({ streamtype: 'video' });
    expect(({} as { polluted?: unknown }).polluted).to.equal(undefined);
  });

  it('refuse an invalid value before anything is sent', async () => {
    expect(await rejection(statistics.viewsbyday({ ...week, to: '2026-11-31' }))).to.include({
      code: 'input',
      endpoint: 'statistics/viewsbyday',
      field: 'to',
    });
    expect(await rejection(statistics.viewsbyday({ ...week, from: '2026-11-21' }))).to.include({
      code: 'input',
    });
    expect(await rejection(statistics.viewsbyday(undefined as never))).to.include({
      code: 'input',
      field: 'streamtype',
    });
    expect(page.platform.sent).to.have.length(0);
  });

  it('of the present moment are refetched every 10 s while visible and listened to', async () => {
    answers('realtime', '{"desktop":{"views":3}}');
    const asked = (): number => page.platform.to('statistics/realtime').length;
    const $realtime = statistics.$query('realtime', { streamtype: 'video' });
    const end = $realtime.listen(() => {});
    await until(() => $realtime.get().data?.get('desktop')!['views'] === 3);
    answers('realtime', '{"desktop":{"views":4}}');
    await page.pass(10_000);
    await until(() => $realtime.get().data?.get('desktop')!['views'] === 4);
    await page.show(false);
    await page.pass(60_000);
    expect(asked()).to.equal(2);
    await page.show(true);
    await until(() => asked() === 3);
    end();
    await page.pass(60_000);
    expect(asked()).to.equal(3);
  });

  it('are read by the reader of the dialect', async () => {
    const other = page.platform.nextPage({
      persistence: 'none',
      dialect: {
        parseOrdered: (text) => ({
          metadata: { status: 200 },
          result: new Map([['2026-11-20', text.length]]),
        }),
      },
    });
    page.platform.script('statistics/viewsbyday', () => new Response('12345'));
    expect([...(await (await other.statistics()).viewsbyday(week))]).to.deep.equal([
      ['2026-11-20', 5],
    ]);
    await quiet();
  });

  describe('at the reference platform', () => {
    let real: Usher;
    let figures: Statistics;
    // After a slow answer the runtime waits by a timer, and a fake one would never fire.
    beforeEach(() => page.clock.restore());
    before(async () => {
      real = createUsher({ baseUrl: tenant(9633), persistence: 'none' });
      figures = await real.statistics();
    });
    after(() => real.dispose());

    it('have an entry for each day, hour and weekday of a period', async () => {
      expect([...(await figures.viewsbyday(week)).keys()]).to.deep.equal([
        '2026-11-14',
        '2026-11-15',
        '2026-11-16',
        '2026-11-17',
        '2026-11-18',
        '2026-11-19',
        '2026-11-20',
      ]);
      expect([...(await figures.viewsbyhour(week)).keys()]).to.deep.equal(
        Array.from({ length: 24 }, (_, hour) => hour),
      );
      expect([...(await figures.viewsbyweekday(week)).keys()]).to.deep.equal([1, 2, 3, 4, 5, 6, 7]);
    });
  });
});
