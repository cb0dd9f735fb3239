import { expect, test } from '@playwright/test';
import { moveTo } from '../../../src/session/account/change-persistence.ts';
import { createHeldSession, recordOf, savedSession } from '../../fixtures/session/held-session.ts';
import { createPages, durableIn, mirroredIn } from '../../world/pages.ts';
import { usualSite } from '../../world/site.ts';
import { viewers } from '../../world/viewers.ts';

const [{ id, hash, name: username, password }] = viewers as [(typeof viewers)[0]];

test('consent on a page brings back no viewer whose erasure a killed browser has lost', async () => {
  const pages = await createPages(1);
  const { usher: first } = pages.open(0);
  await pages.pass(2000);
  void first.login({ username, password });
  await pages.pass(10_000);
  void first.forget();
  await pages.pass(1000);
  pages.device.kill(5000, 0);
  expect(mirroredIn(pages).session?.user?.id).toBe(id); // as it was before the erasure
  expect(JSON.stringify(durableIn(pages))).not.toContain(hash);

  pages.device.site = { ...usualSite, persistence: 'none' };
  const { usher } = pages.open(1);
  const users = new Set<string | undefined>();
  usher.$user.subscribe((user) => void users.add(user?.id));
  void usher.setPersistence('device');
  const list = usher.allmedia().then((allmedia) => allmedia.latest({ limit: 2 }));
  let outcome = '';
  list.then(
    () => (outcome = 'read'),
    ({ code }: { readonly code: string }) => (outcome = code),
  );
  await pages.pass(5000);
  expect([...users]).toEqual([undefined]);
  expect(outcome).toBe('read');
});

for (const [before, next] of [
  ['device', 'tab'],
  ['none', 'device'],
] as const) {
  test(`a move from ${before} to ${next} ends when the page has made another choice`, async () => {
    for (const movesBefore of [0, 1]) {
      if (movesBefore && before === 'device') continue; // it asks once
      const session = savedSession('7');
      const record = recordOf({ session });
      const { stores, context, run } = createHeldSession(before, record);
      let asked = 0;
      const moved = run(() => moveTo(context, next, () => asked++ < movesBefore));
      await expect(moved).rejects.toMatchObject({ code: 'aborted' });
      expect(stores.stored(before)).toEqual(record);
      expect(stores.stored(next)).toBe(undefined);
    }
  });
}
