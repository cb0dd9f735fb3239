import { expect, test } from '@playwright/test';
import { sendLogout } from '../../../src/session/account/send-logout.ts';
import { replaceUnreported } from '../../../src/session/state/ended-sessions.ts';
import { createHeldSession, recordOf, savedSession } from '../../fixtures/session/held-session.ts';

/** The ends that are still to be reported after a logout that is answered so. */
async function leftAfter(status: number, text = ''): Promise<string[]> {
  const { context, run } = createHeldSession();
  const fetch = async () => new Response(text, { status });
  Object.assign(context.browser, { fetch });
  await run(() => sendLogout(context, savedSession('7', { logoutToken: 't' })));
  return context.unreported.map(({ id }) => id);
}

test('a logout is over with its answer, and with a 401: the session was over already', async () => {
  expect(await leftAfter(200, '{"metadata":{"status":200},"result":{}}')).toEqual([]);
  expect(await leftAfter(401)).toEqual([]);
  for (const status of [400, 403, 500, 503]) expect(await leftAfter(status)).toEqual(['7']);
  expect(await leftAfter(200, 'no JSON')).toEqual(['7']);
});

test('a session that has a secret is logged out later, if no call has been signed yet', async () => {
  const { context, run } = createHeldSession();
  const sent: unknown[] = [];
  Object.assign(context.browser, { fetch: (url: unknown) => sent.push(url) });
  await run(() => sendLogout(context, savedSession('7', { secret: 's' })));
  expect([sent, context.unreported.map(({ id }) => id)]).toEqual([[], ['7']]);
});

test('a session whose end is being reported already is not logged out once more', async () => {
  const session = savedSession('7', { logoutToken: 't' });
  const ended = [{ id: '7', domain: '741', endedAt: 1 }];
  const { context, run } = createHeldSession('device', recordOf({ ended }));
  replaceUnreported(context, ended);
  const sent: string[] = [];
  const fetch = async (url: string) => {
    sent.push(url);
    return new Response('{}');
  };
  Object.assign(context.browser, { fetch });
  await run(() => sendLogout(context, session));
  expect(sent).toEqual([]);
  await run(() => sendLogout(context, { ...session, id: '8' }));
  expect(sent).toHaveLength(1);
});
