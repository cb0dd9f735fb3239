import { expect, test } from '@playwright/test';
import { UsherError } from '../../../src/errors/usher-error.ts';
import { recover } from '../../../src/session/recovery/recover.ts';
import type { SavedSession } from '../../../src/session/storage/saved-session.ts';
import { createHeldSession, recordOf, savedSession } from '../../fixtures/session/held-session.ts';

const user = { id: '17', name: 'ada' } as never;
const lost = savedSession('7', { user });

/** How a read ends whose session is lost, while another opening is under way. */
async function recovered(next: SavedSession | undefined, effect = 'read') {
  const { context, run, stores } = createHeldSession('device', recordOf({ session: lost }));
  const sent: string[] = [];
  Object.assign(context, { pending: Promise.resolve(next) });
  const driver = { context, ready: () => context.pending, $user: context.$user };
  const error = new UsherError('session-lost', 'gone');
  const send = async ({ id }: SavedSession): Promise<never> => {
    sent.push(id);
    return 'answer' as never;
  };
  const call = { id: 'a/b', effect } as never;
  const outcome = await run(() =>
    recover(driver as never, { encoded: call, lost, error, send, calledAt: 0 }).catch(
      ({ code }: UsherError) => code,
    ),
  );
  expect(stores.stored()?.losses).toBe(undefined); // the opening counts it
  return { outcome, sent };
}

test('a read is repeated with the session that another call opens, for the same user', async () => {
  expect(await recovered(savedSession('8', { user }))).toEqual({ outcome: 'answer', sent: ['8'] });
});

test('nothing is repeated for another user, without a session, or if it changes anything', async () => {
  expect(await recovered(savedSession('8'))).toEqual({ outcome: 'identity-changed', sent: [] });
  expect(await recovered(undefined)).toEqual({ outcome: 'session-lost', sent: [] });
  const change = await recovered(savedSession('8', { user }), 'change');
  expect(change).toEqual({ outcome: 'session-lost', sent: [] });
});
