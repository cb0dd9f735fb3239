import { expect, test } from '@playwright/test';
import type { WorldEvent } from '../../world/events.ts';
import { createPages, durableIn, mirroredIn, mirrorOf } from '../../world/pages.ts';
import { lastShown, play, wait } from '../../world/play.ts';
import { usualSite } from '../../world/site.ts';
import { viewers } from '../../world/viewers.ts';

for (const is of ['full', 'blocked'] as const) {
  test(`a login after two erasures at once stays while localStorage is ${is}`, async () => {
    const events: readonly WorldEvent[] = [
      { does: 'open', tab: 2 },
      wait(3000),
      { does: 'storage', is },
      { does: 'forget', tab: 2 },
      { does: 'forget', tab: 0 },
      wait(5000),
      { does: 'login', tab: 0, viewer: 1, how: 'right' },
      wait(3000),
      { does: 'read', tab: 2 },
      wait(2000),
      { does: 'check', tab: 0 },
      wait(3000),
      { does: 'check', tab: 2 },
      wait(900_000),
    ];
    for (const facts of await play(events)) {
      expect(facts.calls.findLast(({ name }) => name === 'login')?.error).toBe(undefined);
      expect(lastShown(facts, 0)?.user).toBe('900002');
    }
  });
}

test('a page that leaves the device keeps nothing from before a lost erasure', async () => {
  const [{ id, hash }] = viewers as [(typeof viewers)[0]];
  const pages = await createPages(1);
  const { device, pass } = pages;
  device.site = { ...usualSite, reference: 0 };
  const { usher } = pages.open(0);
  await pass(6000);
  const erased = mirroredIn(pages);
  expect(erased.session?.user?.hash).toBe(hash);
  void usher.forget();
  device.site = usualSite;
  await pass(200);
  pages.open(1);
  await pass(1000);
  device.kill(3000, 0);
  expect(mirroredIn(pages).session).toEqual(erased.session); // as it was before the erasure

  device.site = { ...usualSite, reference: 0 };
  const from = pages.world.now();
  const page = pages.open(2);
  void page.usher.item({ item: 1, streamtype: 'video' }).check();
  await pass(10_000);
  expect(mirroredIn(pages).session?.id).toBe(durableIn(pages).session?.id);
  expect(mirrorOf(pages)).not.toContain(erased.deviceHash);
  expect(page.usher.$session.get()).toMatchObject({ status: 'ready', user: { id } });
  const sent = pages.sentTo('session/init').filter(({ at }) => at >= from);
  expect(sent).toHaveLength(1);
  expect(sent.map(({ values }) => values.has('nxp_userh'))).toEqual([false]);
  expect(sent[0]?.values.get('nxp_devh')).not.toBe(erased.deviceHash);
  const loggedOut = pages.sentTo('session/logout').filter(({ at }) => at >= from);
  expect(loggedOut.map(({ session }) => session)).toEqual([erased.session?.id]);
});
