import { expect, test } from '@playwright/test';
import {
  logIn,
  numberOf,
  openTwo,
  userOf,
  usherOf,
  viewerOf,
} from '../../fixtures/session/two-tabs.ts';
import { mirrorOf, type Pages } from '../../world/pages.ts';
import { setNetwork } from '../../world/perform-device.ts';
import { viewers } from '../../world/viewers.ts';

const second = 1000;
/** A login is over 13 s after its announcement. */
const loginMs = 13 * second;
/** What `allmedia/latest` has for a viewer. */
const latestFor = (number: number): object[] => [
  { general: { ID: 1, GID: 11, title: `latest-for-${viewerOf(number).id}`, streamtype: 'video' } },
];

/** The viewers that were shown since a time, but those that are not known. */
const usersSince = ({ world }: Pages, from: number): (number | null)[] =>
  world.facts.shown
    .filter(({ at, id }) => at >= from && id)
    .map(({ user }) => user ?? null)
    .map((id) => (id ? numberOf(id) : null));

/** Whether the second login has reached the platform. */
const hasArrived = ({ sentTo }: Pages): boolean =>
  sentTo('session/login')[1]?.arrivedAt !== undefined;

for (const [title, mishap, code] of [
  ['is lost', 'lost on the way back', 'network'],
  ['never comes', 'never answered', 'timeout'],
] as const) {
  test(`no tab shows the user from before after a login whose answer ${title}, and calls are made for the present one`, async () => {
    const pages = await openTwo();
    pages.device.network.plan(mishap, 1, 'session/login');
    const login = logIn(pages, 0, 2);
    await pages.until(() => login.code() !== undefined);
    expect(login.code()).toBe(code);
    const failedAt = pages.world.now();
    await pages.pass(100);
    expect([0, 1].map((place) => userOf(pages, place))).not.toContain(1);
    const answers: unknown[] = [];
    for (const place of [0, 1]) {
      void usherOf(pages, place)
        .call('allmedia/latest')
        .then(({ result }) => answers.push(result));
    }
    await pages.pass(5 * second);
    expect([0, 1].map((place) => userOf(pages, place))).toEqual([2, 2]);
    expect(usersSince(pages, failedAt + 100)).not.toContain(1);
    expect(JSON.stringify(answers)).toBe(JSON.stringify([0, 1].map(() => latestFor(2))));
    const asked = pages.sentTo('session/init').slice(1);
    expect(asked, 'one init for all tabs').toHaveLength(1);
    expect(asked[0]!.values.get('currentSession')).toBeTruthy();
    expect(asked[0]!.values.get('nxp_userh')).toBe(null);
  });
}

test('an answer with the user from before proves nothing while the login may still be carried out', async () => {
  const pages = await openTwo();
  pages.device.network.plan('lost on the way there', 1, 'session/login');
  const login = logIn(pages, 0, 2);
  await pages.until(() => login.code() !== undefined);
  expect(login.code()).toBe('network');
  let answer: unknown;
  void usherOf(pages, 1)
    .call('allmedia/latest')
    .then(({ result }) => (answer = result));
  await pages.pass(loginMs - 3 * second);
  expect([0, 1].map((place) => userOf(pages, place))).toEqual([undefined, undefined]);
  expect(answer).toBe(undefined);
  await pages.pass(4 * second);
  expect([0, 1].map((place) => userOf(pages, place))).toEqual([1, 1]);
  expect(answer).toEqual(latestFor(1));
  expect(pages.sentTo('session/init'), 'the opening, and two questions').toHaveLength(3);
});

test('a refused login changes nothing, and calls that waited go on', async () => {
  const pages = await openTwo();
  setNetwork(pages.device, 'slow');
  const login = logIn(pages, 0, 3);
  const refused = usherOf(pages, 0)
    .login({ provider: 'manual', username: 'nobody', password: 'x' })
    .catch((error: { code: string }) => error.code);
  setNetwork(pages.device, 'up');
  await pages.pass(20 * second);
  expect(login.code()).toBe('done');
  expect(await refused).toBe('login-failed');
  expect([0, 1].map((place) => userOf(pages, place))).toEqual([3, 3]);
  expect(pages.sentTo('session/init')).toHaveLength(1);
});

test('a page that is reloaded in the middle of a login shows no user until the platform has said who it is', async () => {
  const pages = await openTwo();
  pages.device.close(1);
  pages.device.network.plan('never answered', 1, 'session/login');
  logIn(pages, 0, 2);
  await pages.until(() => hasArrived(pages));
  pages.world.facts.shown.length = 0;
  pages.open(0, { again: true });
  await pages.pass(5 * second);
  expect(userOf(pages, 0)).toBe(2);
  expect(usersSince(pages, 0)).not.toContain(1);
});

test('the first call after the browser was killed is not made for the user before the login', async () => {
  const pages = await openTwo();
  pages.device.network.plan('never answered', 1, 'session/login');
  logIn(pages, 0, 2);
  await pages.until(() => hasArrived(pages));
  pages.device.kill(second, 0); // the mirror lost the announcement
  expect(mirrorOf(pages)).not.toContain('"login"');
  const { usher } = pages.device.open(0);
  const ended = usher.call('allmedia/latest').catch((error: { code: string }) => error.code);
  await pages.pass(loginMs + 5 * second);
  expect(await ended, 'made while the user before was shown').toBe('aborted');
  expect(pages.sentTo('allmedia/latest')).toHaveLength(0);
  expect(userOf(pages, 0)).toBe(2);
});

test('calls of all tabs wait for a login under way, and are made for its user', async () => {
  const pages = await openTwo();
  setNetwork(pages.device, 'slow');
  const login = logIn(pages, 0, 2);
  await pages.until(() => pages.sentTo('session/login').length >= 2, 5);
  for (const place of [0, 1]) {
    void usherOf(pages, place)
      .call('session/generatedirectoryloginurl', { host: `of${place}` })
      .catch(() => {});
  }
  await pages.until(() => login.code() !== undefined);
  setNetwork(pages.device, 'up');
  await pages.pass(10 * second);
  const [, answered] = pages.sentTo('session/login');
  for (const sent of pages.sentTo('session/generatedirectoryloginurl')) {
    expect(sent.at).toBeGreaterThanOrEqual(answered!.endedAt!);
  }
  expect([0, 1].map((place) => userOf(pages, place))).toEqual([2, 2]);
});

test('two logins in two tabs are sent one after the other, and the second one stands', async () => {
  const pages = await openTwo(8); // with it slow answers come before their deadline
  setNetwork(pages.device, 'slow');
  logIn(pages, 0, 2);
  logIn(pages, 1, 3);
  await pages.until(() => pages.sentTo('session/login').length >= 3);
  setNetwork(pages.device, 'up');
  await pages.pass(30 * second);
  const [, first, last] = pages.sentTo('session/login');
  expect(last!.at).toBeGreaterThanOrEqual(first!.endedAt!);
  const user = viewers.findIndex(({ name }) => name === last!.values.get('username')) + 1;
  expect([0, 1].map((place) => userOf(pages, place))).toEqual([user, user]);
});

test('an aborted login leaves no user shown, until the platform has said who it is', async () => {
  const pages = await openTwo();
  pages.device.network.plan('never answered', 1, 'session/login');
  const abort = new AbortController();
  const login = logIn(pages, 0, 2, abort.signal);
  await pages.until(() => hasArrived(pages));
  abort.abort();
  await pages.pass(20);
  expect(login.code()).toBe('aborted');
  expect([0, 1].map((place) => userOf(pages, place))).toEqual([undefined, undefined]);
  await pages.pass(5 * second);
  expect([0, 1].map((place) => userOf(pages, place))).toEqual([2, 2]);
});

test('a login of a tab that is gone is over at its deadline', async () => {
  const pages = await openTwo();
  pages.device.network.plan('never answered', 1, 'session/login');
  logIn(pages, 0, 2);
  await pages.until(() => hasArrived(pages));
  pages.device.close(0, true); // crashed: it writes nothing more
  await pages.pass(loginMs + 10 * second);
  expect(userOf(pages, 1)).toBe(2);
});
