import { expect, test } from '@playwright/test';
import { confirmSession } from '../../../src/session/opening/confirm.ts';
import { activate } from '../../../src/session/state/lifetime.ts';
import { createHeldSession, recordOf, savedSession } from '../../fixtures/session/held-session.ts';

test('the first answer of a session keeps what another tab has renewed of it', async () => {
  const opened = savedSession('7', { secret: 'first' });
  const { stores, context } = createHeldSession('device', recordOf({ session: opened }));
  activate(context, opened);
  const renewed = savedSession('7', { secret: 'second', keptAliveAt: 9000 });
  Object.assign(context, { record: recordOf({ session: renewed, revision: 1 }) });
  confirmSession(context, opened);
  const { session } = stores.stored('device')!;
  expect(session).toMatchObject({ secret: 'second', keptAliveAt: 9000 });
  expect(session!.logoutToken).toMatch(/\S/);
});
