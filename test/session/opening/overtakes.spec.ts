import { expect, test } from '@playwright/test';
import { overtakes } from '../../../src/session/opening/overtakes.ts';
import type { Settings } from '../../../src/session/settings.ts';
import { recordOf, savedSession } from '../../fixtures/session/held-session.ts';
import { createPages, mirroredIn, type Pages } from '../../world/pages.ts';
import { usualSite } from '../../world/site.ts';
import { viewers } from '../../world/viewers.ts';

const [ada, bob] = viewers as [(typeof viewers)[0], (typeof viewers)[1]];

/** When the answer of the first keepalive arrives, in ms. */
async function timeOfKeepalive(pages: Pages): Promise<number> {
  pages.device.site = { ...usualSite, reference: 0 };
  pages.open(0);
  await pages.until(() => pages.sentTo('session/keepalive').some(({ heardAt }) => !!heardAt), 1);
  return pages.world.now();
}

for (const beforeMs of [150, 120, 90, 60]) {
  test(`a page of another user opens its own session, ${beforeMs} ms before the one of the device is renewed`, async () => {
    const at = await timeOfKeepalive(await createPages(5));
    const pages = await createPages(5);
    pages.device.site = { ...usualSite, reference: 0 };
    pages.open(0);
    await pages.pass(at - beforeMs);
    pages.device.site = { ...usualSite, reference: 1 };
    const { usher } = pages.open(1);
    await pages.pass(5000);
    expect(pages.page(0).usher.$user.get()?.id).not.toBe(undefined);
    expect(usher.$user.get()?.id).toBe(bob.id);
    expect(mirroredIn(pages).session?.user?.id).toBe(bob.id);
    const renewed = pages.sentTo('session/keepalive').length;
    expect(renewed).toBeGreaterThan(0);
    expect(pages.sentTo('session/logout').map(({ user }) => user)).not.toContain(bob.id);
    expect(ada.id).not.toBe(bob.id);
  });
}

const settings = { init: {} } as unknown as Settings;
const session = savedSession('7');
const before = recordOf({ session });

test('another tab overtakes an opening by an erasure, a later epoch, or a session that was renewed', () => {
  const isOvertaken = (now: Partial<typeof before>, was = before): boolean =>
    overtakes({ ...before, ...now }, { before: was, session }, settings);
  expect(isOvertaken({})).toBe(false);
  expect(isOvertaken({ revision: 1 })).toBe(false);
  expect(isOvertaken({ erasures: ['a'] })).toBe(true);
  expect(isOvertaken({ epoch: 4, session: undefined })).toBe(true);
  expect(isOvertaken({ session: undefined })).toBe(false);
  expect(isOvertaken({ session: savedSession('8') })).toBe(true);
  expect(isOvertaken({ session: { ...session, keptAliveAt: 2000 } })).toBe(true);
  expect(isOvertaken({}, recordOf({ epoch: 4, session }))).toBe(false);
});

test('a change in any way counts when the answer names another user', () => {
  const user = { id: '17', name: 'ada' };
  const answered = { before, session: savedSession('7', { user: user as never }) };
  expect(overtakes({ ...before, revision: 1 }, answered, settings)).toBe(true);
  expect(overtakes(before, answered, settings)).toBe(false);
});
