import { expect, test } from '@playwright/test';
import { NetworkError } from '../../../src/errors/network-error.ts';
import { handleFailedOpening } from '../../../src/session/recovery/failed-opening.ts';
import type { SessionRecord } from '../../../src/session/storage/saved-session.ts';
import { createHeldSession, recordOf } from '../../fixtures/session/held-session.ts';

// A page in Node has no window.
test.beforeEach(() => Object.assign(globalThis, { addEventListener() {} }));
test.afterEach(() => Reflect.deleteProperty(globalThis, 'addEventListener'));

test('an opening that has to wait says why, and for how long', async () => {
  const failedOpenings = { count: 2, failedAt: 1, retryAt: 2, code: 'platform', status: 503 };
  const record = recordOf({ failedOpenings } as never);
  const { context, run } = createHeldSession('device', record);
  Object.assign(context.settings, { mode: 'session' });
  const opening = { kind: 'postponed', waitMs: 5001 };
  const waiting = run(() => handleFailedOpening(context, { opening } as never));
  await expect(waiting).rejects.toMatchObject({
    code: 'platform',
    status: 503,
    retryable: true,
    retryAfterMs: 5001,
    message: 'session/init has failed: the next try is in 6 s',
  });
});

/**
 * The wait that is stored after a platform has requested one of a minute. Another tab overwrites
 * the record while the page fetches static details.
 */
async function waitAfter(written: Partial<SessionRecord>): Promise<number | undefined> {
  const { stores, context, run } = createHeldSession('device', recordOf());
  const now = stores.clock.now();
  let overwrites = 0;
  const call = async (): Promise<never> => {
    overwrites++;
    stores.store('device', recordOf({ revision: 9, ...written }));
    throw new NetworkError();
  };
  Object.assign(context, { loadCalls: async () => ({ call }) });
  const received = { status: 503, text: '{}', retryAfter: '60', endedAt: now };
  const result = {
    opening: { kind: 'sent', deviceHash: 'a', releaseClaim() {} },
    received,
    before: recordOf(),
  };
  const failed = run(() => handleFailedOpening(context, result as never));
  await expect(failed).rejects.toMatchObject({ status: 503 });
  expect(overwrites).toBe(1);
  const { retryAt } = stores.stored()!.failedOpenings ?? {};
  return retryAt && retryAt - now;
}

const code = 'network' as const;

test('a requested wait that another tab has overwritten is restored', async () => {
  expect(await waitAfter({})).toBe(60_000);
  const now = createHeldSession().context.browser.clock.now();
  const earlier = { count: 1, failedAt: now - 1, retryAt: now + 1, isRequested: false, code };
  expect(await waitAfter({ failedOpenings: earlier })).toBe(60_000);
});

test('a later failure and a successful opening of another tab replace a requested wait', async () => {
  const now = createHeldSession().context.browser.clock.now();
  const later = { count: 2, failedAt: now + 1, retryAt: now + 5000, isRequested: false, code };
  expect(await waitAfter({ failedOpenings: later })).toBe(5000);
  expect(await waitAfter({ epoch: 4, epochStartedAt: now + 1 })).toBe(undefined);
  expect(await waitAfter({ epoch: 4, epochStartedAt: now })).toBe(60_000);
});
