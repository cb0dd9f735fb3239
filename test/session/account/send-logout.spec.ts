import { expect, test } from '@playwright/test';
import { sendLogout } from '../../../src/session/account/send-logout.ts';
import { replaceUnreported } from '../../../src/session/state/ended-sessions.ts';
import { createHeldSession, recordOf, savedSession } from '../../fixtures/session/held-session.ts';
import { createPages } from '../../world/pages.ts';
import { activate } from '../../world/perform-page.ts';

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

for (const call of ['logout', 'forget'] as const) {
  test(`a prerendered page sends a logout only when it is shown: ${call}`, async () => {
    const pages = await createPages(1);
    const { usher: earlier } = pages.open(0);
    await pages.pass(5000);
    const { id } = earlier.$session.get();
    pages.device.close(0);
    const page = pages.device.open(1, { isPrerendered: true });
    void page.usher[call]();
    await pages.pass(30_000);
    const sent = (): unknown[] => pages.sentTo('session/logout').map(({ session }) => session);
    expect(sent()).toEqual([]);
    activate(pages.world, page);
    await pages.pass(5000);
    expect(sent()).toEqual([id]);
  });
}
