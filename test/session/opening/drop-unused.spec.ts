import { expect, test } from '@playwright/test';
import { dropUnused } from '../../../src/session/opening/drop-unused.ts';
import type { SavedSession } from '../../../src/session/storage/saved-session.ts';
import { createHeldSession, recordOf, savedSession } from '../../fixtures/session/held-session.ts';

/** The chunks that are loaded to drop the result of an opening. */
async function loadedFor(session: SavedSession | undefined, isAnswered: boolean) {
  const { context, run } = createHeldSession();
  const loaded: string[] = [];
  const loadChunk = async (name: string): Promise<unknown> => {
    loaded.push(name);
    return { countDropped() {} };
  };
  Object.assign(context, { loadChunk });
  const received = isAnswered ? {} : undefined;
  const result = { opening: {}, received, session, before: recordOf() } as never;
  await run(() => dropUnused(context, result, recordOf({ session: savedSession('8') })));
  return loaded;
}

test('a failed opening is counted when its result is dropped, if it was sent', async () => {
  expect(await loadedFor(undefined, true)).toEqual(['failed-opening']);
  expect(await loadedFor(undefined, false)).toEqual([]);
});

test('the session of another tab is not logged out', async () => {
  expect(await loadedFor(savedSession('8'), true)).toEqual([]);
});
