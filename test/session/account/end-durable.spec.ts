import { expect, test } from '@playwright/test';
import { endDurable } from '../../../src/session/account/end-durable.ts';
import type { SessionRecord } from '../../../src/session/storage/saved-session.ts';
import { createHeldSession, recordOf, savedSession } from '../../fixtures/session/held-session.ts';
import { createPages, durableIn } from '../../world/pages.ts';
import { viewers } from '../../world/viewers.ts';

test('a session that only IndexedDB has ends, however long IndexedDB takes', async () => {
  const { stores, context } = createHeldSession();
  stores.full.add('device');
  let answer = (_record: SessionRecord): void => {};
  const found = new Promise<SessionRecord>((resolve) => {
    answer = resolve;
  });
  Object.assign(context.browser, { readRecord: () => found });
  const ending = endDurable(context, stores.clock.now());
  await stores.clock.advance(1_500);
  answer(recordOf({ session: savedSession('a') }));
  await ending;
  expect(context.record).toMatchObject({ session: undefined, ended: [{ id: 'a' }] });
});

test('a logout waits 2 s at most for IndexedDB', async () => {
  const { stores, context } = createHeldSession();
  Object.assign(context.browser, { readRecord: () => new Promise(() => {}) });
  let isOver = false;
  const ending = endDurable(context, stores.clock.now()).then(() => (isOver = true));
  await stores.clock.advance(1_999);
  expect(isOver).toBe(false);
  await stores.clock.advance(1);
  await ending;
  expect(context.record).toBe(undefined);
});

for (const mood of ['full', 'blocked'] as const) {
  test(`a session that is opened right after a logout goes on, with a store that is ${mood}`, async () => {
    for (let seed = 0; seed < 8; seed++) {
      const pages = await createPages(seed);
      const { usher: earlier } = pages.open(0);
      await pages.pass(2000);
      const { name: username, password } = viewers[0]!;
      void earlier.login({ username, password });
      await pages.pass(10_000);
      const { id: left } = earlier.$session.get();
      pages.device.close(0);
      pages.device.storage.clear(() => true);
      pages.device.storageMood = mood;
      const { usher } = pages.device.open(1);
      void usher.logout();
      let outcome = '';
      usher.start().then(
        () => (outcome = 'started'),
        ({ code }: { readonly code: string }) => (outcome = code),
      );
      await pages.pass(30_000);
      expect(outcome).toBe('started');
      expect(pages.sentTo('session/logout').map(({ session }) => session)).toEqual([left]);
      const { id, status } = usher.$session.get();
      expect(status).toBe('ready');
      expect(durableIn(pages).session?.id).toBe(id);
      expect(id).not.toBe(left);
    }
  });
}
