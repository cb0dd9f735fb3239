import { expect, test } from '@playwright/test';
import { persist } from '../../../src/session/storage/persistence.ts';
import type { SessionRecord } from '../../../src/session/storage/saved-session.ts';
import { tabEndsName } from '../../../src/session/storage/stored-names.ts';
import { readStored } from '../../../src/session/storage/stored-record.ts';
import { createHeldSession, recordOf, savedSession } from '../../fixtures/session/held-session.ts';
import { createHeldStores, key } from '../../fixtures/session/held-stores.ts';

const session = savedSession('7');
const inTab = recordOf({ session, epochId: '11' });

/** What a page reads whose tab keeps a session, of which a duplicate has noted the end. */
function readAfterEnd(known?: SessionRecord): SessionRecord | undefined {
  const { context, store, texts } = createHeldStores('tab');
  store('tab', inTab);
  texts.device.set(tabEndsName(key), '10 11');
  return readStored({ key, persistence: 'tab' }, context.browser, known);
}

test('a page reads no session that a duplicate of its tab has ended', () => {
  expect(readAfterEnd()?.session).toBe(undefined);
  expect(readAfterEnd(inTab)?.session).toBe(undefined);
});

test('only a session in a tab has the name of its epoch, by which duplicates note its end', () => {
  for (const place of ['tab', 'device'] as const) {
    const { context, stores } = createHeldSession(place);
    persist(context, session);
    const { epochId } = stores.stored(place)!;
    expect(epochId).toBe(place === 'tab' ? '25' : undefined);
  }
});

test('a page that has begun another epoch reads what its tab keeps', () => {
  expect(readAfterEnd(recordOf({ epochId: '12' }))).toMatchObject({ ...inTab });
});

test('an erasure of the device ends the session of a tab, which is then logged out', () => {
  const { context, store, clock } = createHeldStores('tab');
  store('tab', recordOf({ session, epoch: 9 }));
  store('device', recordOf({ deviceHash: '', erasedEpoch: 3, erasures: ['last'] }));
  const found = readStored({ key, persistence: 'tab' }, context.browser);
  expect(found).toMatchObject({
    deviceHash: '',
    epoch: 10,
    erasures: ['last'],
    ended: [{ id: '7', domain: '741', endedAt: clock.now() }],
  });
  expect(found?.session).toBe(undefined);
  const ofDevice = readStored({ key, persistence: 'device' }, context.browser);
  expect(ofDevice?.ended).toBe(undefined);
});
