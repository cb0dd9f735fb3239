import { films, logIn, readSessionId, rowNames, seeRows } from '../fixtures/flows/front-page.ts';
import { watchPreflights } from '../fixtures/flows/preflights.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9101 });

test(
  'a viewer comes from nowhere, finds a film, plays it, logs in, reloads and leaves',
  { tag: '@main' },
  async ({ page, site, platform, noise }) => {
    const inits = () => site.calls('session/init');
    const preflights = await watchPreflights(page);
    let sessionId = '';

    await test.step('one init without preflight opens a session', async () => {
      await page.goto(site.url);
      await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
      expect(inits().map(({ method, status }) => `${method} ${status}`)).toEqual(['POST 200']);
      expect(preflights.filter((url) => url.includes('session/init'))).toEqual([]);
      expect(inits()[0]!.headers['content-type']).toBe(
        'application/x-www-form-urlencoded; charset=UTF-8',
      );
      expect(new URLSearchParams(inits()[0]!.body).get('gateway')).toBe('desktop');
      sessionId = await readSessionId(page);
      expect(sessionId).toMatch(/^\d{19}$/);
      // Without credentials, as the request is: another connection would not be used.
      const link = page.locator('link[rel=preconnect]');
      await expect(link).toHaveJSProperty('crossOrigin', 'anonymous');
      await expect(link).toHaveJSProperty('href', `${new URL(platform.url).origin}/`);
    });

    await test.step('rows are shown, each by one call of that session', async () => {
      await seeRows(page);
      // So they are seen where there are any.
      expect(preflights.some((url) => url.includes('allmedia/'))).toBe(true);
      for (const name of rowNames) {
        const asked = site.calls(`allmedia/${name}`).filter(({ method }) => method === 'GET');
        // The hero shows the first of the picked.
        expect(asked.length, name).toBe(name === 'picked' ? 2 : 1);
        for (const call of asked) {
          expect([call.status, call.headers['x-request-cid']]).toEqual([200, sessionId]);
        }
      }
    });

    await test.step('a search is asked and reported once', async () => {
      await page.getByRole('searchbox').fill(films.free.query);
      await page.keyboard.press('Enter');
      await expect(page.locator('[data-results-head]').getByRole('status')).toHaveText(
        /\d+ results/,
      );
      const queries = site.calls('allmedia/byquery/').filter(({ method }) => method === 'GET');
      expect(
        queries.map(
          ({ path, status }) => `${decodeURIComponent(path.split('/').pop()!)} ${status}`,
        ),
      ).toEqual([`${films.free.query} 200`]);
      expect(queries[0]!.query).not.toContain('skipReporting=1');
      expect(queries[0]!.headers['x-request-cid']).toBe(sessionId);
    });

    const fetched = page.waitForResponse(/\/media\//);
    await test.step('an item is opened, and its state asked once', async () => {
      await page
        .locator('main')
        .getByRole('link', { name: new RegExp(films.free.title) })
        .first()
        .click();
      await expect(page.getByRole('heading', { level: 1, name: films.free.title })).toBeVisible();
      await expect(page.locator('usher-gate')).toHaveAttribute('access', 'granted');
      expect(
        site
          .calls(`allmedia/byglobalid/${films.free.gid}`)
          .filter(({ method }) => method === 'GET'),
      ).toHaveLength(1);
      expect(
        site
          .calls('payment/itemstate')
          .filter(({ method }) => method === 'POST')
          .map(({ status }) => status),
      ).toEqual([200]);
    });

    await test.step('the film plays', async () => {
      const time = () =>
        page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
      await page.locator('video').focus();
      await page.keyboard.press('Space');
      await expect.poll(time).toBeGreaterThan(0.5);
      const before = await time();
      await expect.poll(time).toBeGreaterThan(before);
      const file = await fetched;
      expect([file.status(), file.headers()['content-type']]).toEqual([206, 'video/webm']);
    });

    await test.step('login gives the user, at the platform and on the page', async () => {
      await logIn(page, 'ada', 'lovelace');
      await expect(page.locator('[data-account]')).toHaveText('ada');
      await expect(page.locator('dialog')).toBeHidden();
      const logins = site.calls('session/login').filter(({ method }) => method === 'POST');
      expect(logins.map(({ status }) => status)).toEqual([200]);
      expect(logins[0]!.headers['x-request-cid']).toBe(sessionId);
      expect(site.calls().every(({ path, query }) => !`${path}${query}`.includes('lovelace'))).toBe(
        true,
      );
    });

    await test.step('a reload goes on with the session, without a second init', async () => {
      await page.reload();
      await expect(page.locator('[data-account]')).toHaveText('ada');
      await expect(page.locator('usher-gate')).toHaveAttribute('access', 'granted');
      await page.goto(site.url);
      await expect(page.locator('[data-account]')).toHaveText('ada');
      expect(inits()).toHaveLength(1);
      const states = site.calls('payment/itemstate').filter(({ method }) => method === 'POST');
      expect(states.at(-1)!.headers['x-request-cid']).toBe(await readSessionId(page));
    });

    await test.step('logout ends the session', async () => {
      const ended = await readSessionId(page);
      await page.locator('[data-account]').click();
      await page.getByRole('button', { name: 'Log out' }).click();
      await expect(page.locator('[data-login]')).toBeVisible();
      await expect(page.locator('[data-account]')).toBeHidden();
      await expect
        .poll(() =>
          site
            .calls('session/logout')
            .filter(({ method }) => method === 'POST')
            .map(({ status, headers }) => `${status} ${headers['x-request-cid']}`),
        )
        .toEqual([`200 ${ended}`]);
      await page.reload();
      await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
      await expect(page.locator('[data-login]')).toBeVisible();
      expect(await readSessionId(page)).not.toBe(ended);
      expect(inits()).toHaveLength(2);
    });

    expect(noise).toEqual([]);
  },
);
