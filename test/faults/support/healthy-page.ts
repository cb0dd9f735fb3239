import type { Browser } from '@playwright/test';
import type { PageOptions } from './faults.ts';
import { startScriptedServer } from './scripted-server.ts';
import type { Viewer } from './viewer.ts';

/** How long this machine takes now without a fault, in ms. */
export interface HealthyTimes {
  /** From the address to a session. */
  readonly openMs: number;
  /** A call with a lost session. */
  readonly renewMs: number;
}

type OpenPage = (
  tab: Awaited<ReturnType<Browser['newContext']>>,
  options: PageOptions,
) => Promise<Viewer>;

/**
 * The time that a fault adds is compared with a page without it, because a busy machine slows both.
 */
export async function measureHealthy(browser: Browser, openPage: OpenPage): Promise<HealthyTimes> {
  const [context, server] = [await browser.newContext(), await startScriptedServer()];
  const startedAt = Date.now();
  const viewer = await openPage(context, { platform: server });
  const { id } = await viewer.waitForStatus('ready');
  const openMs = Date.now() - startedAt;
  await viewer.callEndpoint('session/currentweather', { lat: 1 }); // the code of calls is loaded
  server.expire(id!);
  const lostAt = Date.now();
  await viewer.callEndpoint('session/currentweather', { lat: 2 });
  const renewMs = Date.now() - lostAt;
  await Promise.all([context.close(), server.close()]);
  return { openMs, renewMs };
}
