import '../../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import { createUsher, type System, type Usher } from '../../../src/index.ts';
import { held, openDataPage, type DataPage } from '../../fixtures/data/data-page.ts';
import { tenant } from '../../fixtures/session/reference-platform.ts';
import { answer, sessionResult, unreachable } from '../../fixtures/session/scripted-platform.ts';
import { quiet, rejection, ticking, until } from '../../fixtures/session/waiting.ts';
import { warmUp } from '../../fixtures/session/warm-up.ts';

const minute = 60_000;
const day = 1440 * minute;
const incident = (ID: number, affects: string[], more: object = {}): object => ({
  ID,
  title: `Incident ${ID}`,
  description: 'We are on it',
  severity: 'minor',
  started: 1790000000,
  affects,
  ...more,
});

describe("the platform's lists", () => {
  let page: DataPage;
  let system: System;
  before(warmUp);
  beforeEach(async () => {
    page = openDataPage({ persistence: 'device' });
    page.platform.script('system/languagecodes', () =>
      answer([
        { code: 'de', title: 'German' },
        { code: 'en', title: 'English' },
      ]),
    );
    system = await page.usher.system();
  });
  afterEach(async () => {
    page.close();
    await quiet();
  });
  const asked = (id = 'system/languagecodes'): number => page.platform.to(id).length;
  /** The viewer goes to another page after this time. */
  async function nextPage(ms: number, options = {}): Promise<void> {
    await quiet();
    await page.pass(ms);
    system = await page.platform.nextPage({ persistence: 'device', ...options }).system();
  }

  it('have code and title, and all other fields', async () => {
    expect(await system.languagecodes()).to.deep.equal([
      { code: 'de', title: 'German', raw: { code: 'de', title: 'German' } },
      { code: 'en', title: 'English', raw: { code: 'en', title: 'English' } },
    ]);
    page.platform.script(
      'system/persontypes',
      () =>
        new Response(
          '{"metadata":{"status":200},"result":[{"ID":9007199254740993001,"title":"Director","plural":"Directors"},{"code":"actor"}]}',
        ),
    );
    expect(await system.persontypes()).to.deep.equal([
      {
        ID: '9007199254740993001',
        title: 'Director',
        plural: 'Directors',
        raw: { ID: '9007199254740993001', title: 'Director', plural: 'Directors' },
      },
      { code: 'actor', title: 'actor', raw: { code: 'actor' } },
    ]);
  });

  it('are requested once a day, over several pages', async () => {
    await system.languagecodes();
    await nextPage(day - 2000);
    expect(await system.languagecodes()).to.have.length(2);
    expect(asked()).to.equal(1);
    await nextPage(4000);
    await system.languagecodes();
    expect(asked()).to.equal(2);
  });

  it('are requested with `fresh` beside a read that takes them from the device', async () => {
    await system.languagecodes();
    await nextPage(1000);
    await Promise.all([system.languagecodes(), system.languagecodes({}, { fresh: true })]);
    expect(asked()).to.equal(2);
  });

  it('are requested by a store for which those of the device are stale', async () => {
    await system.languagecodes();
    await nextPage(2000);
    const $codes = system.$query('languagecodes', {}, { staleTimeMs: 1000 });
    $codes.listen(() => {});
    await until(() => $codes.get().data);
    expect(asked()).to.equal(2);
  });

  it('are requested with `fresh`, also when the device has them', async () => {
    await system.languagecodes();
    await nextPage(1000);
    await system.languagecodes({}, { fresh: true });
    expect(asked()).to.equal(2);
  });

  it('keep their age when they come from the device', async () => {
    await system.languagecodes();
    await nextPage(day / 2);
    await system.languagecodes();
    await page.pass(day / 2 + 1000);
    await system.languagecodes();
    expect(asked()).to.equal(2);
  });

  it('are requested again in another language', async () => {
    await system.languagecodes();
    page.platform.script('session/init', () =>
      answer(sessionResult(undefined, {}, { language: 'fr' })),
    );
    await nextPage(1000, { init: { explicitLanguage: 'fr' } });
    await system.languagecodes();
    expect(asked()).to.equal(2);
  });

  it('are not stored for a language that began while they were on their way', async () => {
    await page.usher.start();
    const slow = held(() => answer([{ code: 'de', title: 'Deutsch' }]));
    page.platform.script('system/languagecodes', slow.reply);
    const french = sessionResult(undefined, { userdata: { uid: 17 } }, { uid: 17, language: 'fr' });
    page.platform.script('session/login', () => answer(french));
    const before = system.languagecodes();
    await until(slow.waiting);
    const ada = { provider: 'manual', username: 'ada', password: 'x' } as const;
    await ticking(page.clock, page.usher.login(ada));
    slow.letGo();
    await ticking(page.clock, before);
    page.platform.script('system/languagecodes', () => answer([{ code: 'de', title: 'Allemand' }]));
    await nextPage(1000);
    expect((await system.languagecodes())[0]!.title).to.equal('Allemand');
  });

  for (const persistence of ['none', 'tab'] as const) {
    it(`are not stored with persistence ${persistence}`, async () => {
      system = await page.platform.nextPage({ persistence }).system();
      await system.languagecodes();
      await nextPage(1000, { persistence });
      await system.languagecodes();
      expect(asked()).to.equal(2);
    });
  }

  it('are erased by forget()', async () => {
    await system.languagecodes();
    await quiet();
    let isForgotten = false;
    void page.usher.forget().finally(() => {
      isForgotten = true;
    });
    await until(() => {
      page.clock.tick(100);
      return isForgotten;
    });
    await nextPage(1000);
    await system.languagecodes();
    expect(asked()).to.equal(2);
  });

  it('come from the device while the platform is unreachable', async () => {
    await system.languagecodes();
    page.platform.script('session/init', unreachable);
    page.platform.script('system/languagecodes', unreachable);
    await nextPage(60 * minute);
    expect(await system.languagecodes()).to.have.length(2);
  });

  it('have an answer for each argument', async () => {
    page.platform.script('system/ttsvoices', () => answer([{ ID: 1, title: 'Anna' }]));
    page.platform.script('system/ttsvoices/de', () => answer([{ ID: 2, title: 'Bert' }]));
    expect(await system.ttsvoices()).to.deep.equal([
      { ID: '1', title: 'Anna', raw: { ID: 1, title: 'Anna' } },
    ]);
    expect(await system.ttsvoices({ argument: 'de' })).to.deep.equal([
      { ID: '2', title: 'Bert', raw: { ID: 2, title: 'Bert' } },
    ]);
  });

  it('of attributes are objects, and empty when the platform gives an empty list', async () => {
    page.platform.script('system/editableattributesfor/video', () =>
      answer({ title: { type: 'string', maxlength: 255, format: '', hint: '', allowedInUGC: 1 } }),
    );
    expect((await system.editableattributesfor({ streamtype: 'video' }))['title']).to.deep.include({
      type: 'string',
      maxlength: 255,
    });
    page.platform.script('system/editablerestrictionsfor/post', () => answer([]));
    expect(await system.editablerestrictionsfor({ streamtype: 'post' })).to.deep.equal({});
  });

  for (const [name, values, result] of [
    ['languagecodes', {}, {}],
    ['editableattributesfor', { streamtype: 'video' }, 'none'],
    ['currentincidents', {}, { a: 1 }],
  ] as const) {
    it(`are malformed when ${name} is ${JSON.stringify(result)}`, async () => {
      page.platform.script(`system/${name}${'streamtype' in values ? '/video' : ''}`, () =>
        answer(result),
      );
      expect(
        (await rejection((system[name] as (values: object) => Promise<unknown>)(values))).code,
      ).to.equal('malformed');
    });
  }

  describe('the incidents', () => {
    const incidents = (...list: object[]): void =>
      page.platform.script('system/currentincidents', () => answer(list));

    it('are requested every 3 min while visible and listened to', async () => {
      incidents(incident(3, ['payment']));
      const end = system.$currentincidents.listen(() => {});
      await until(() => system.$currentincidents.get().data);
      expect(system.$currentincidents.get().data).to.deep.equal([
        {
          ID: '3',
          title: 'Incident 3',
          description: 'We are on it',
          severity: 'minor',
          started: 1790000000,
          affects: ['payment'],
          raw: incident(3, ['payment']),
        },
      ]);
      await page.pass(3 * minute);
      await until(() => asked('system/currentincidents') === 2);
      await page.show(false);
      await page.pass(30 * minute);
      expect(asked('system/currentincidents')).to.equal(2);
      await page.show(true);
      await until(() => asked('system/currentincidents') === 3);
      end();
      await page.pass(30 * minute);
      expect(asked('system/currentincidents')).to.equal(3);
    });

    it('are the same for every viewer: a login or logout does not refetch them', async () => {
      incidents(incident(3, ['payment']));
      system.$currentincidents.listen(() => {});
      await until(() => system.$currentincidents.get().data);
      const credentials = { provider: 'manual', username: 'ada', password: 'x' } as const;
      await ticking(page.clock, page.usher.login(credentials));
      await ticking(page.clock, page.usher.logout());
      await page.pass(1000);
      expect(system.$currentincidents.get().data).to.have.length(1);
      expect([asked('system/currentincidents'), asked('session/init')]).to.deep.equal([1, 1]);
    });

    it('are not stored on the device', async () => {
      incidents(incident(3, ['payment']));
      await system.currentincidents();
      incidents();
      await nextPage(1000);
      expect(await system.currentincidents()).to.deep.equal([]);
    });

    it('show in the session when they affect it, and when they are over', async () => {
      const { $session } = page.usher;
      await page.usher.start();
      incidents(incident(3, ['payment']), incident(4, ['allmedia', 'session']));
      await system.currentincidents();
      expect($session.get().incident).to.include({ ID: '4', title: 'Incident 4' });
      expect($session.get().status).to.equal('ready');
      incidents(incident(3, ['payment']));
      await system.currentincidents({}, { fresh: true });
      expect($session.get().incident).to.equal(undefined);
      incidents(incident(5, ['sessions', 'presession', 'overall']), incident(6, ['All']));
      await system.currentincidents({}, { fresh: true });
      expect($session.get().incident).to.include({ ID: '6' });
    });

    it('make a session retry at once when they are over', async () => {
      incidents(incident(4, []));
      await page.usher.start();
      await system.currentincidents();
      page.platform.script('session/init', unreachable);
      // Without a session, incidents are read with the static details only.
      page.platform.script('session/staticdetails', () => answer({ general: { language: 'de' } }));
      page.platform.script('allmedia/latest', () => answer({}, 401));
      await rejection((await page.usher.allmedia()).latest());
      await until(() => page.usher.$session.get().status === 'static');
      page.platform.script('session/init', () => answer(sessionResult('3154455148505954052')));
      incidents();
      const tried = asked('session/init');
      await system.currentincidents({}, { fresh: true });
      await until(() => page.usher.$session.get().status === 'ready');
      expect(asked('session/init')).to.equal(tried + 1);
    });

    for (const [given, affects] of [
      ['payment, session', ['payment', 'session']],
      [undefined, []],
      [
        ['login', 7, null],
        ['login', '7'],
      ],
    ] as const) {
      it(`read the affected areas from ${JSON.stringify(given)}`, async () => {
        incidents(incident(3, [], { affects: given }), 7 as never);
        expect((await system.currentincidents()).map((one) => one.affects)).to.deep.equal([
          affects,
        ]);
      });
    }
  });

  describe('at the reference platform', () => {
    let real: Usher;
    let lists: System;
    // After a slow answer the runtime waits by a timer, and a fake one would never fire.
    beforeEach(() => page.clock.restore());
    before(async () => {
      real = createUsher({ baseUrl: tenant(9632), persistence: 'none' });
      lists = await real.system();
    });
    after(() => real.dispose());

    it('exist at every endpoint', async () => {
      expect((await lists.countrycodes()).find(({ code }) => code === 'DE')!.title).to.be.a(
        'string',
      );
      for (const name of [
        'videogenres',
        'audiogenres',
        'languagecodes',
        'persontypes',
        'videocontenttypes',
        'imagecontenttypes',
        'videoplatformcategories',
        'socialplatformcategories',
        'streamingdevicecategories',
        'ttsvoices',
      ] as const) {
        const list = await lists[name]();
        expect(list.length, name).to.be.above(1);
        expect(
          list.every(({ title, code, ID }) => title && (code || ID)),
          name,
        ).to.equal(true);
      }
      expect(Object.keys(await lists.editableattributesfor({ streamtype: 'video' }))).to.include(
        'title',
      );
      expect(
        Object.keys(await lists.editablerestrictionsfor({ streamtype: 'video' })).length,
      ).to.be.above(0);
      expect(await lists.currentincidents()).to.be.an('array');
    });
  });
});
