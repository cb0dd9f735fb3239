import { expect, test } from '@playwright/test';
import { startKeepalive } from '../../../src/session/keepalive/keepalive.ts';
import { createHeldSession, savedSession } from '../../fixtures/session/held-session.ts';

test('a keepalive that was stopped plans and sends nothing more', () => {
  const { context } = createHeldSession();
  const current = savedSession('7', { keptAliveAt: context.browser.clock.now() });
  let planned = 0;
  const clock = { ...context.browser.clock, after: () => (planned++, () => {}) };
  Object.assign(context, { browser: { ...context.browser, clock } });
  const session = { context, current: () => current, onChange: () => () => {} };
  const lease = { acquire: async () => false, release: async () => {} };
  const keepalive = startKeepalive(session as never, (async () => {}) as never, lease as never);
  keepalive.check();
  expect(planned).toBe(1);
  keepalive.stop();
  keepalive.check();
  expect(planned).toBe(1);
});
