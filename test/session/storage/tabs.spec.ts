import { expect, test } from '@playwright/test';
import { dispatch } from '../../../src/session/state/session-store.ts';
import type { SavedSession } from '../../../src/session/storage/saved-session.ts';
import { adopt, sync } from '../../../src/session/storage/tabs.ts';
import { createHeldSession, recordOf, savedSession } from '../../fixtures/session/held-session.ts';
import { key } from '../../fixtures/session/held-stores.ts';
import { createPages } from '../../world/pages.ts';

test('a logout in one of three tabs is sent once', async () => {
  const pages = await createPages(1);
  for (const place of [0, 1, 2]) {
    pages.open(place);
    await pages.pass(2000);
  }
  void pages.page(1).usher.logout();
  await pages.pass(60_000);
  expect(pages.sentTo('session/logout')).toHaveLength(1);
  expect(pages.page(0).usher.$session.get().status).toBe('ended');
});

/** A page with a session that reads an end, which another tab has stored. */
function readEnd(epoch: number) {
  const session = savedSession('7');
  const { context, stores } = createHeldSession('device', recordOf({ session }));
  Object.assign(context, { current: session, record: stores.stored() });
  for (const event of ['open', 'opened'] as const) dispatch(context, event);
  const logouts: unknown[] = [];
  const emit = (name: string): void => {
    if (name === 'logout') logouts.push(name);
  };
  Object.assign(context, { emit });
  adopt(context, recordOf({ epoch, revision: 5 }));
  return {
    status: context.$session.get().status,
    logouts: logouts.length,
    ended: context.record?.ended?.map(({ id }) => id),
  };
}

test('a session is reported as ended only if the tab that ended the one before does not know it', () => {
  const over = { status: 'ended', logouts: 1 };
  expect(readEnd(3)).toEqual({ ...over, ended: ['7'] });
  expect(readEnd(4)).toEqual({ ...over, ended: undefined });
});

test('a page adopts the session of another tab unless it has none yet', () => {
  const statusAfter = (...events: ('open' | 'opened' | 'end' | 'unreachable')[]): string => {
    const { context } = createHeldSession('device', recordOf());
    for (const event of events) dispatch(context, event);
    adopt(context, recordOf({ epoch: 4, session: savedSession('8') }));
    return context.$session.get().status;
  };
  expect(statusAfter()).toBe('idle');
  expect(statusAfter('open')).toBe('opening');
  expect(statusAfter('open', 'unreachable')).toBe('ready');
  expect(statusAfter('open', 'opened', 'end', 'open')).toBe('ready');
});

test('an unclear login stays if a record from before it is found in IndexedDB', () => {
  const loginAfter = (epochStartedAt: number, waitsForEnd = true): string | undefined => {
    const session = savedSession('7');
    const login = { id: 'a', session: '7', endsAt: 20_000, isUnclear: true, waitsForEnd };
    const { context } = createHeldSession('device', recordOf({ session, login }));
    Object.assign(context, { current: session, record: recordOf({ session, login }) });
    for (const event of ['open', 'opened'] as const) dispatch(context, event);
    adopt(context, recordOf({ session, epochStartedAt, revision: 5 }));
    return context.record?.login?.id;
  };
  expect(loginAfter(1000), 'the same beginning').toBe('a');
  expect(loginAfter(6999), 'before the login').toBe('a');
  expect(loginAfter(7000), 'it settled the login').toBe(undefined);
  expect(loginAfter(6999, false), 'IndexedDB had that login').toBe(undefined);
});

/** What a page shows of its data after another tab has stored a session. */
function dataAfter(stored: Partial<SavedSession>, id = '7', epoch = 3): object {
  const user = { id: '17', name: 'ada' };
  const data = { pricemodel: { ppv: 1 }, system: { languages: 'old' } } as never;
  const session = savedSession('7', { user, data, fingerprint: 'addPriceModel=1' });
  const { context, stores } = createHeldSession('device', recordOf({ session }));
  Object.assign(context.settings, { fingerprint: 'addPriceModel=1' });
  Object.assign(context, { current: session, record: stores.stored() });
  for (const event of ['open', 'opened'] as const) dispatch(context, event);
  const renewed = savedSession(id, { user, data: {}, keptAliveAt: 2000, ...stored });
  adopt(context, recordOf({ epoch, revision: 5, session: renewed }));
  expect(context.$session.get().id).toBe(id);
  return context.$session.get().data;
}

test('a page keeps the data of its init fields if a tab with other fields renews its session', () => {
  const kept = { pricemodel: { ppv: 1 }, system: { languages: 'old' } };
  const system = { languages: 'new' };
  expect(dataAfter({ fingerprint: 'addSystemLists=1' })).toEqual(kept);
  expect(dataAfter({ fingerprint: '' }), 'too large for the store').toEqual(kept);
  const fresh = { fingerprint: 'addSystemLists=1', data: { system } as never };
  expect(dataAfter(fresh)).toEqual({ ...kept, system });
});

test('a page takes over the data of a tab with the same fields', () => {
  expect(dataAfter({ fingerprint: 'addPriceModel=1' })).toEqual({});
});

test('a page keeps no data over a change of user or session', () => {
  const fingerprint = 'addSystemLists=1';
  expect(dataAfter({ fingerprint, user: { id: '18', name: 'bob' } }, '7', 4)).toEqual({});
  expect(dataAfter({ fingerprint, user: null }, '7', 4)).toEqual({});
  expect(dataAfter({ fingerprint }, '8', 4)).toEqual({});
});

for (const [title, ends, follows] of [
  ['whose sessionStorage another script has cleared stays in its tab', undefined, false],
  ['follows its session to the device when a later page of its tab has moved it', 'mine', true],
  ['stays in its tab when only a session of another tab has moved', 'theirs', false],
] as const) {
  test(`a page ${title}`, () => {
    const [alice, bob] = ['1', '2'].map((id) => savedSession(id, { user: { id: `user ${id}` } }));
    const { context, stores } = createHeldSession(
      'tab',
      recordOf({ session: bob, epochId: 'mine' }),
    );
    Object.assign(context, { current: bob });
    for (const event of ['open', 'opened'] as const) dispatch(context, event);
    stores.texts.tab.clear();
    stores.store('device', recordOf({ epoch: 5, session: alice }));
    if (ends) stores.texts.device.set(`${key}|tab-ends`, ends);
    for (let wakes = 0; wakes < 2; wakes++) sync(context);
    expect(context.persistence).toBe(follows ? 'device' : 'tab');
    expect(context.$user.get()?.id).toBe(follows ? 'user 1' : 'user 2');
  });
}
