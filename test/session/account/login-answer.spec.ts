import { expect, test } from '@playwright/test';
import type { SessionRecord } from '../../../src/session/storage/saved-session.ts';
import { logIn, openTwo, userOf, usherOf } from '../../fixtures/session/two-tabs.ts';
import { createPages, mirroredIn, type Pages } from '../../world/pages.ts';
import { baseUrl } from '../../world/site.ts';
import { refuse, type Reply } from '../../world/wire.ts';

const second = 1000;

/** From now on the platform answers logins so, after it has carried them out. */
function answerLogins({ world: { platform } }: Pages, change: (reply: Reply) => Reply): void {
  const { answer } = platform;
  Object.assign(platform, {
    answer: (...[request, now]: Parameters<typeof answer>) => {
      const reply = answer(request, now);
      return request.id === 'session/login' ? change(reply) : reply;
    },
  });
}

/** Changes the `general` part of an answer. */
const withGeneral =
  (change: object) =>
  ({ status, text }: Reply): Reply => {
    const { metadata, result } = JSON.parse(text) as { metadata: object; result: { general: {} } };
    const general = { ...result.general, ...change };
    return { status, text: JSON.stringify({ metadata, result: { ...result, general } }) };
  };

/** Logs in on the first page, and waits until no request is under way. */
async function logInWith(
  user: number,
  change: (reply: Reply) => Reply,
): Promise<{ readonly pages: Pages; readonly code: () => string | undefined }> {
  const pages = await openTwo();
  answerLogins(pages, change);
  const { code } = logIn(pages, 0, user);
  await pages.pass(5 * second);
  return { pages, code };
}

for (const status of [408, 400, 499, 500]) {
  const isAsked = status === 408 || status === 500;
  test(`a login with status ${status} has ${isAsked ? 'perhaps' : 'not'} been carried out`, async () => {
    const { pages, code } = await logInWith(2, () => refuse(status, 'the answer of a proxy'));
    expect(code()).not.toBe('done');
    expect(pages.sentTo('session/init')).toHaveLength(isAsked ? 2 : 1);
    const shown = isAsked ? 2 : 1;
    expect([0, 1].map((place) => userOf(pages, place))).toEqual([shown, shown]);
  });
}

/**
 * A page whose options name no domain: it signs calls for the one of the answers. The first viewer
 * is logged in.
 */
async function openWithoutDomain(): Promise<Pages> {
  const pages = await createPages(5);
  const { evaluate } = pages.world;
  const withoutDomain: typeof evaluate = (globals) => {
    const code = evaluate(globals);
    const create: typeof code.createUsher = (options) =>
      code.createUsher({ ...options, baseUrl: baseUrl.replace(/741$/, 'web') });
    return { ...code, createUsher: create };
  };
  Object.assign(pages.world, { evaluate: withoutDomain });
  pages.open(0);
  await pages.pass(2 * second);
  logIn(pages, 0, 1);
  await pages.pass(2 * second);
  expect(userOf(pages, 0)).toBe(1);
  return pages;
}

/** The domain for which the calls of the stored session are signed. */
function storedDomain({ device }: Pages): string | undefined {
  const text = [...device.storage.texts().values()].find((each) => each.includes('"session":{'));
  return (JSON.parse(text!) as SessionRecord).session?.domain;
}

for (const user of [1, 2]) {
  const whose = user === 1 ? 'the same user' : 'another user';
  test(`after a login of ${whose}, calls are signed for the domain that its answer names, or for the one before`, async () => {
    const pages = await openWithoutDomain();
    expect(storedDomain(pages)).toBe('741');
    for (const [clid, signedFor] of [
      [undefined, '741'],
      [742, '742'],
    ] as const) {
      answerLogins(pages, withGeneral({ clid }));
      const { code } = logIn(pages, 0, user);
      await pages.pass(2 * second);
      expect(code()).toBe('done');
      expect(storedDomain(pages)).toBe(signedFor);
    }
  });
}

test('a login of the same user keeps what its answer does not name, and begins an epoch', async () => {
  const fewer = { geocode: undefined, language: undefined, gateway: undefined };
  const pages = await openTwo();
  const { epoch } = mirroredIn(pages);
  const before = usherOf(pages, 0).$session.get();
  answerLogins(pages, withGeneral(fewer));
  logIn(pages, 0, 1);
  await pages.pass(5 * second);
  const { language, gateway, geo } = usherOf(pages, 0).$session.get();
  expect({ language, gateway, geo }).toEqual({
    language: before.language,
    gateway: before.gateway,
    geo: before.geo,
  });
  expect(geo.geocode).toBe('DE');
  expect(mirroredIn(pages).epoch).toBeGreaterThan(epoch);
});

test('a login of another user keeps nothing that its answer does not name', async () => {
  const fewer = { geocode: undefined, language: undefined, gateway: undefined };
  const { pages, code } = await logInWith(2, withGeneral(fewer));
  expect(code()).toBe('done');
  for (const place of [0, 1]) {
    const { language, gateway, geo } = usherOf(pages, place).$session.get();
    expect({ language, gateway, geo }).toEqual({ language: null, gateway: null, geo: {} });
  }
});
