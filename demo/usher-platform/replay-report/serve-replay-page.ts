import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { Hono, type MiddlewareHandler } from 'hono';
import { readPageFile } from '../../page-file.ts';
import type { RunningPlatform } from '../../platform/start-platform.ts';
import type { RunningProvider } from '../../provider/start-provider.ts';
import type { ReplayPlan } from './plan-replay.ts';

/** The page that does what a report says. */
export const replayPath = '/__replay';

export interface ReplayPageParts {
  readonly plan: ReplayPlan;
  /** The file `usher.js` of the runtime; its chunks lie beside it. */
  readonly runtime: string;
  readonly provider: RunningProvider;
  /** Known when it serves. */
  readonly platform: () => RunningPlatform;
}

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

/** Serves the page beside the platform, with the runtime, and lets it set its faults and pay. */
export function answerReplayPage(parts: ReplayPageParts): MiddlewareHandler {
  const app = new Hono().basePath(replayPath);
  const page = async (name: string, type: string): Promise<Response> =>
    fileOf(await readPageFile(new URL(`./page/${name}`, import.meta.url)), type);
  app.get('/', () => page('replay.html', 'text/html'));
  app.get('/replay.css', () => page('replay.css', 'text/css'));
  app.get('/replay.ts', () => page('replay.ts', 'text/javascript'));
  app.get('/plan', async (context) => context.json(await planOf(parts)));
  app.post('/steps/:index{\\d+}', (context) => {
    const { faults } = parts.platform();
    const step = parts.plan.steps[Number(context.req.param('index'))];
    faults.clear();
    for (const fault of step?.faults ?? []) faults.add(fault);
    return context.json({});
  });
  app.post('/payments', async (context) => {
    const { transaction, amount, currency } = await context.req.json();
    const claims = { transaction, amount, currency, outcome: 'approved' } as const;
    return context.json({ token: await parts.provider.sign(claims) });
  });
  app.get('/runtime/*', async (context) => {
    const path = context.req.path.slice(`${replayPath}/runtime/`.length);
    if (!/^[\w./-]+\.js$/.test(path) || normalize(path) !== path) return context.notFound();
    const bytes = await readFile(join(dirname(parts.runtime), path)).catch(() => undefined);
    return bytes ? fileOf(new Uint8Array(bytes), 'text/javascript') : context.notFound();
  });
  return async (context, next) =>
    `${context.req.path}/`.startsWith(`${replayPath}/`) ? app.fetch(context.req.raw) : next();
}

async function planOf({ plan, platform }: ReplayPageParts): Promise<unknown> {
  const { url, domain, demoUser, demoVouchers, filmForSale } = platform();
  return {
    ...plan,
    baseUrl: `${url}/v3.1/${domain}`,
    user: demoUser,
    voucher: demoVouchers.find(({ uses, expiresInDays = 0 }) => uses > 1 && expiresInDays >= 0)
      ?.code,
    film: await filmForSale(),
  };
}

const fileOf = (bytes: Uint8Array<ArrayBuffer>, type: string): Response =>
  new Response(bytes, {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-cache',
    },
  });
