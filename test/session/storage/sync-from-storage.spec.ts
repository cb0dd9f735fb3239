import { expect, test } from '@playwright/test';
import { openAndActivate } from '../../../src/session/opening/open-session.ts';
import { activate } from '../../../src/session/state/lifetime.ts';
import {
  endAfterOtherTab,
  endErased,
  syncFromStorage,
} from '../../../src/session/storage/sync-from-storage.ts';
import { createHeldSession, recordOf, savedSession } from '../../fixtures/session/held-session.ts';
import { createPages, mirrorOf } from '../../world/pages.ts';
import { usualSite } from '../../world/site.ts';

const session = savedSession('7');

test('the end of a session in another tab leaves what this tab keeps', () => {
  const known = recordOf({ session });
  const { stores, context } = createHeldSession('tab', known);
  endAfterOtherTab(context, recordOf({ epoch: 4 }), known);
  expect(stores.stored('tab')).toEqual(known);
  const erasure = recordOf({ deviceHash: '', epoch: 5, erasedEpoch: 5, erasures: ['7'] });
  endAfterOtherTab(context, erasure, known);
  expect(stores.stored('tab')).toBe(undefined);
});

for (const [epochStartedAt, logouts, what] of [
  [900, 1, 'before this page opened it, is logged out here'],
  [1100, 0, 'since then, is logged out by that tab'],
] as const) {
  test(`a session that another tab has ended ${what}`, async () => {
    const opened = savedSession('8', { keptAliveAt: 950 });
    const { stores, context, run } = createHeldSession('device', recordOf({ session: opened }));
    Object.assign(context, { current: opened, lastOpening: { startedAt: 950 } });
    stores.store('device', recordOf({ epoch: 4, epochStartedAt }));
    let sent = 0;
    Object.assign(context.browser, { fetch: () => ++sent });
    await run(async () => syncFromStorage(context));
    expect(context.current).toBe(undefined);
    expect(sent).toBe(logouts);
  });
}

test('a logout after a withdrawal is no other withdrawal', () => {
  const erasure = { deviceHash: '', erasedEpoch: 5, erasures: ['7'], isWithdrawn: true };
  const { context } = createHeldSession('device', recordOf({ ...erasure, epoch: 5 }));
  const afterLogout = recordOf({ ...erasure, epoch: 6 });
  endAfterOtherTab(context, afterLogout, context.record);
  expect(context.persistence).toBe('device');
  endAfterOtherTab(context, afterLogout, recordOf({ session }));
  expect(context.persistence).toBe('none');
});

for (const persistence of ['device', 'tab'] as const) {
  test(`a page under ${persistence} that had no record stores nothing after a withdrawal`, async () => {
    const pages = await createPages(1);
    pages.device.site = { ...usualSite, persistence };
    const { usher } = pages.device.open(0); // it has not begun
    await pages.pass(2000);
    pages.device.site = usualSite;
    pages.open(1);
    await pages.pass(5000);
    void pages.page(1).usher.setPersistence('none');
    await pages.pass(5000);
    const erasure = mirrorOf(pages);
    expect(erasure).toContain('"isWithdrawn":true');
    void usher.start();
    await pages.pass(5000);
    expect(usher.$session.get().status).toBe('ready');
    expect(mirrorOf(pages)).toBe(erasure);
    expect([...pages.device.places.get(0)!.sessionStorage.keys()]).toEqual([]);
  });
}

test('forget() in one of three tabs logs the session of the device out once', async () => {
  const pages = await createPages(1);
  for (const place of [0, 1, 2]) {
    pages.open(place);
    await pages.pass(2000);
  }
  void pages.page(1).usher.forget();
  await pages.pass(60_000);
  expect(pages.sentTo('session/logout')).toHaveLength(1);
});

test('an erasure of the device leaves the logouts to its own tab, which shares its record', async () => {
  const ended = [{ id: '9', domain: '741', endedAt: 1000 }];
  const erasure = recordOf({ deviceHash: '', epoch: 5, erasedEpoch: 5, ended });
  for (const [persistence, logouts] of [
    ['device', 0],
    ['tab', 1],
  ] as const) {
    const { context, run } = createHeldSession(persistence, recordOf({ session }));
    let sent = 0;
    Object.assign(context.browser, { fetch: () => ++sent });
    await run(async () => endErased(context, erasure, undefined));
    expect(sent, persistence).toBe(logouts);
    expect(context.record?.ended).toBe(undefined);
  }
});

test('a page whose record its store has lost begins like one on an empty device', async () => {
  const pages = await createPages(1);
  pages.open(0);
  await pages.pass(2000);
  void pages.page(0).usher.login({ username: 'viewer-ada', password: 'password-of-ada' });
  await pages.pass(5000);
  const { usher } = pages.device.open(1); // it has not begun
  await pages.pass(2000);
  pages.device.close(0);
  pages.device.database.deleteAll();
  pages.device.storage.clear();
  await pages.pass(100);
  const sent = pages.sentTo('session/init').length;
  void usher.start();
  await pages.pass(5000);
  expect(usher.$user.get()).toBe(null);
  const [init, ...others] = pages.sentTo('session/init').slice(sent);
  expect(others).toEqual([]);
  expect(init!.values.has('currentSession')).toBe(false);
  expect(init!.values.has('nxp_userh')).toBe(false);
});

test('a page without its background code is told whom another tab logs in', async () => {
  const before = savedSession('7', {
    user: { id: '17', name: 'ada' } as never,
    fingerprint: 'a=1',
  });
  const { stores, context, run } = createHeldSession('device', recordOf({ session: before }));
  const events: unknown[][] = [];
  const page = { activated: async () => false };
  Object.assign(context.browser, { page });
  Object.assign(context.settings, { fingerprint: 'a=1', baseUrl: '' });
  Object.assign(context, { emit: (...event: unknown[]) => events.push(event) });
  activate(context, before);
  const { signal } = context.viewerController;
  const now = { id: '18', name: 'bob' };
  const keptAliveAt = stores.clock.now();
  const others = savedSession('7', { user: now as never, keptAliveAt, fingerprint: 'a=1' });
  stores.store('device', recordOf({ epoch: 4, session: others }));
  await run(async () => syncFromStorage(context));
  expect(signal.aborted).toBe(true); // calls for the user before end
  await run(() => openAndActivate(context, 'open', context.viewerController.signal));
  expect(context.$user.get()).toMatchObject(now);
  const changes = events.filter(([name]) => name !== 'session');
  expect(changes).toEqual([['identity-changed', { before: before.user, now }]]);
});
