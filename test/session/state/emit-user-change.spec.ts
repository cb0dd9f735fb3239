import { expect, test } from '@playwright/test';
import { dispatch, loseSession } from '../../../src/session/state/session-store.ts';
import { adopt } from '../../../src/session/storage/tabs.ts';
import { createHeldSession, recordOf, savedSession } from '../../fixtures/session/held-session.ts';
import { logIn, openTwo, usherOf } from '../../fixtures/session/two-tabs.ts';

const userOf = (id: string) => ({ id, name: id }) as never;

/** Ada's page, whose lost session is not replaced yet, while another tab logs somebody in. */
function readLogin(user: string) {
  const session = savedSession('7', { user: userOf('ada') });
  const { context, stores } = createHeldSession('device', recordOf({ session }));
  Object.assign(context, {
    current: session,
    record: stores.stored(),
    pending: new Promise(() => {}),
  });
  for (const event of ['open', 'opened'] as const) dispatch(context, event);
  const changes: unknown[] = [];
  Object.assign(context, {
    emit: (name: string, detail: never) => {
      if (name === 'session') return;
      const { before, now } = detail as Record<string, { id: string } | null>;
      changes.push([name, before?.id, now && now.id]);
    },
  });
  loseSession(context, session);
  dispatch(context, 'refused');
  const login = { id: 'a', session: '7', endsAt: Infinity };
  adopt(context, recordOf({ session, login, revision: 5 }));
  const shown = context.$user.get();
  const next = savedSession('8', { user: userOf(user), keptAliveAt: 2000 });
  adopt(context, recordOf({ session: next, epochStartedAt: 2000, revision: 6 }));
  return { shown, now: context.$user.get()?.id, changes };
}

test('a login in another tab, while a lost session is replaced, changes the user once', () => {
  expect(readLogin('carl')).toEqual({
    shown: undefined,
    now: 'carl',
    changes: [['identity-changed', 'ada', 'carl']],
  });
});

test('a hidden user of whom the platform no longer knows changes to nobody once, in each tab', async () => {
  const pages = await openTwo();
  const changes: unknown[] = [];
  for (const place of [0, 1]) {
    const note = (change: unknown) => changes.push([place, change]);
    usherOf(pages, place).on('identity-changed', ({ before, now }) => note([before?.name, now]));
  }
  pages.device.network.plan('never answered', 1, 'session/login');
  logIn(pages, 1, 2);
  await pages.pass(3000);
  pages.world.platform.restart();
  await pages.pass(120_000);
  expect(changes).toEqual([0, 1].map((place) => [place, ['viewer-ada', null]]));
});
