import type { Page } from '@playwright/test';

export interface FleetPlan {
  readonly clients: number;
  /** How long the platform is unreachable from the start on. */
  readonly outageMs: number;
  readonly untilMs: number;
}

/** Moments in ms since the start. */
export interface FleetLog {
  /** When a client tried to open a session. */
  readonly attempts: readonly number[];
  /** When each client had a session. */
  readonly opened: readonly number[];
}

/**
 * Runs as many clients as a page holds, each with its own domain, on the page's virtual clock and
 * with a platform in memory.
 */
export function runFleet(page: Page, plan: FleetPlan): Promise<FleetLog> {
  return page.evaluate(run, plan);
}

async function run({ clients, outageMs, untilMs }: FleetPlan): Promise<FleetLog> {
  const { virtual } = window as any;
  const attempts: number[] = [];
  const opened: number[] = [];
  const realFetch = window.fetch.bind(window);
  window.fetch = async (given, options) => {
    const url = given as string; // as the runtime returns it
    if (!url.startsWith('https://fleet.test/')) return realFetch(given, options);
    if (url.includes('/session/init')) attempts.push(virtual.now());
    if (virtual.now() < outageMs) throw new TypeError('Failed to fetch');
    const body = {
      metadata: { status: 200 },
      result: { general: { cid: String(7000 + attempts.length), uid: 0 }, status: 'ok' },
    };
    return new Response(JSON.stringify(body), { status: 200 });
  };
  const { createUsher } = await import(String('/dist/usher.js'));
  for (let client = 0; client < clients; client++) {
    const usher = createUsher({
      baseUrl: `https://fleet.test/v3.1/${1000 + client}`,
      persistence: 'none',
    });
    let seen = false;
    usher.$session.subscribe(({ status }: { status: string }) => {
      if (status !== 'ready' || seen) return;
      seen = true;
      opened.push(virtual.now());
    });
    usher.start().catch(() => {});
  }
  await virtual.load();
  await virtual.runTo(untilMs);
  return { attempts, opened };
}
