import { expect, test } from '@playwright/test';
import { handleFailedOpening } from '../../../src/session/recovery/failed-opening.ts';
import { createHeldSession, recordOf } from '../../fixtures/session/held-session.ts';

// A page in Node has no window.
test.beforeEach(() => Object.assign(globalThis, { addEventListener() {} }));
test.afterEach(() => Reflect.deleteProperty(globalThis, 'addEventListener'));

test('an opening that has to wait says why, and for how long', async () => {
  const failedOpenings = { count: 2, failedAt: 1, retryAt: 2, code: 'platform', status: 503 };
  const record = recordOf({ failedOpenings } as never);
  const { context, run } = createHeldSession('device', record);
  Object.assign(context.settings, { mode: 'session' });
  const waiting = run(() => handleFailedOpening(context, { opening: { waitMs: 5001 } } as never));
  await expect(waiting).rejects.toMatchObject({
    code: 'platform',
    status: 503,
    retryable: true,
    retryAfterMs: 5001,
    message: 'session/init has failed: the next try is in 6 s',
  });
});
