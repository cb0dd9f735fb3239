import { expect, test } from '@playwright/test';
import { PlatformError } from '../../../src/errors/platform-error.ts';
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

test('a keepalive before the first check of a page is not repeated at once', async () => {
  const { stores, context, run } = createHeldSession();
  const current = savedSession('7', { keptAliveAt: stores.clock.now() - 1_800_000 });
  const session = {
    context,
    current: () => current,
    onChange: () => () => {},
    getViewerSignal: () => context.viewerController.signal,
  };
  const lease = { acquire: async () => true, isHeld: () => true, release: async () => {} };
  const sentAt: number[] = [];
  const request = async (): Promise<never> => {
    sentAt.push(stores.clock.now());
    throw new PlatformError('session/keepalive', 503, undefined, 600_000);
  };
  const keepalive = startKeepalive(session as never, request as never, lease as never);
  await run(() => keepalive.revive());
  await stores.clock.advance(599_000);
  await run(() => keepalive.revive());
  expect(sentAt).toHaveLength(1);
  await stores.clock.advance(60_000);
  expect(sentAt.length).toBeGreaterThan(1);
  keepalive.stop();
});
