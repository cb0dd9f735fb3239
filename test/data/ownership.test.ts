import { expect } from 'chai';
import { held, item, listing, openDataPage, type DataPage } from '../fixtures/data/data-page.ts';
import {
  answer,
  refusal,
  sessionResult,
  userResult,
} from '../fixtures/session/scripted-platform.ts';
import { quiet, rejection, ticking, until } from '../fixtures/session/waiting.ts';
import { warmUp } from '../fixtures/session/warm-up.ts';

const ada = { provider: 'manual', username: 'ada', password: 'x' } as const;

describe('an answer for one viewer', () => {
  let page: DataPage;
  before(warmUp);
  beforeEach(() => {
    page = openDataPage();
    page.platform.script('allmedia/latest', () => listing(1));
  });
  afterEach(() => page.close());
  const asked = (id = 'allmedia/latest'): number => page.platform.to(id).length;
  /** The platform loses the session. The next one, of another viewer, is under way. */
  async function loseSession(): Promise<ReturnType<typeof held>> {
    const opening = held(() => answer(userResult(18, '222')));
    page.platform.script('session/init', opening.reply);
    page.platform.script('session/reporttoken', () => refusal(401, 'the session is gone'));
    page.usher.reportToken().catch(() => {});
    await until(() => {
      page.clock.tick(50);
      return opening.waiting();
    });
    return opening;
  }

  it('is not given to the next viewer when it was requested before the session', async () => {
    const opening = held(() => answer(sessionResult()));
    const slow = held(() => listing(1));
    page.platform.script('session/init', opening.reply);
    page.platform.script('allmedia/latest', slow.reply);
    const allmedia = await page.usher.allmedia();
    const before = allmedia.latest();
    await until(opening.waiting);
    opening.letGo();
    await until(slow.waiting);
    await page.usher.login(ada);
    slow.letGo();
    await before;
    page.platform.script('allmedia/latest', () => listing(9));
    expect((await allmedia.latest()).items[0]!.general.ID).to.equal('9');
  });

  it('is not given to the next viewer when the session comes back with another user', async () => {
    page.platform.script('session/init', () => answer(userResult()));
    const allmedia = await page.usher.allmedia();
    await page.usher.start();
    const opening = await loseSession();
    const during = allmedia.latest(); // the viewer is unknown now
    await quiet();
    opening.letGo();
    // The first viewer requested it.
    expect((await rejection(during)).code).to.equal('aborted');
    await allmedia.latest();
    expect(
      page.platform.to('allmedia/latest').map(({ headers }) => headers['x-request-cid']),
    ).to.deep.equal(['222']);
    expect(asked(), 'it was read for the new viewer').to.equal(1);
  });

  it('is cached for the same viewer, also when it was requested before the session', async () => {
    const allmedia = await page.usher.allmedia();
    await allmedia.latest();
    await allmedia.latest();
    expect(asked()).to.equal(1);
  });

  it('is not given while the viewer is unknown', async () => {
    page.platform.script('session/init', () => answer(userResult()));
    const allmedia = await page.usher.allmedia();
    await allmedia.latest();
    const opening = await loseSession();
    page.platform.script('allmedia/latest', () => listing(9));
    const during = allmedia.latest();
    opening.letGo();
    expect((await rejection(during)).code).to.equal('aborted');
    expect((await allmedia.latest()).items[0]!.general.ID).to.equal('9');
  });

  describe('with a list that is read page by page', () => {
    const bob = { provider: 'manual', username: 'bob', password: 'x' } as const;
    beforeEach(() => {
      page.platform.script('session/init', () => answer(userResult()));
      page.platform.script('allmedia/latest', ({ query }) => {
        const start = Number(new URLSearchParams(query).get('start'));
        const items = [item(start), item(start + 1)];
        return answer(items, 200, { paging: { start, limit: 2, resultcount: 6 } });
      });
    });
    const logIn = (): Promise<unknown> => {
      page.platform.script('session/login', () => answer(userResult(18)));
      return ticking(page.clock, page.usher.login(bob));
    };
    const logOut = (): Promise<unknown> => ticking(page.clock, page.usher.logout());

    for (const [who, change, opened] of [
      ['a login of another viewer', logIn, userResult()],
      ['a login of a viewer without a user', logIn, sessionResult()],
      ['a logout', logOut, userResult()],
    ] as const) {
      it(`gives no page after ${who}, although the next one is there`, async () => {
        page.platform.script('session/init', () => answer(opened));
        const allmedia = await page.usher.allmedia();
        const pages = allmedia.pages('latest', { limit: 2 });
        await pages.next();
        await until(() => asked() === 2);
        await quiet();
        await change();
        expect(await rejection(pages.next())).to.include({
          code: 'aborted',
          reason: 'viewer-changed',
        });
        expect(asked(), 'nothing is read for the next viewer').to.equal(2);
        expect((await pages.next()).done).to.equal(true);
      });

      it(`gives no item after ${who}, also of the page that it has begun`, async () => {
        page.platform.script('session/init', () => answer(opened));
        const allmedia = await page.usher.allmedia();
        const items = allmedia.items('latest', { limit: 2 });
        await items.next();
        await until(() => asked() === 2);
        await change();
        expect((await rejection(items.next())).code).to.equal('aborted');
        expect(asked()).to.equal(2);
      });
    }

    it('begins with the viewer of the first page, and goes on for the same viewer', async () => {
      const allmedia = await page.usher.allmedia();
      const items = allmedia.items('latest', { limit: 2 });
      await page.usher.start();
      await logIn();
      const ids: string[] = [];
      for await (const { general } of items) ids.push(general.ID);
      expect(ids).to.deep.equal(['0', '1', '2', '3', '4', '5']);
    });
  });

  describe('with a report token', () => {
    const token = (): Response =>
      answer({
        general: {
          reporttoken: `n=${asked('session/reporttoken')}&se=${Math.floor(Date.now() / 1000) + 3600}`,
        },
      });

    it('is refetched after a login, although the session ID is the same', async () => {
      page.platform.script('session/reporttoken', token);
      expect(await page.usher.reportToken()).to.match(/^n=1&/);
      await page.usher.login(ada);
      expect(await page.usher.reportToken()).to.match(/^n=2&/);
      expect(await page.usher.reportToken()).to.match(/^n=2&/);
      await ticking(page.clock, page.usher.logout());
      expect(await page.usher.reportToken()).to.match(/^n=3&/);
    });

    it('is not cached for the user when it was under way during the login', async () => {
      const slow = held(token);
      page.platform.script('session/reporttoken', slow.reply);
      const before = page.usher.reportToken();
      await until(slow.waiting);
      await page.usher.login(ada);
      slow.letGo();
      await before;
      page.platform.script('session/reporttoken', token);
      expect(await page.usher.reportToken()).to.match(/^n=2&/);
    });
  });
});
