import type { Context, Hono } from 'hono';
import type { Platform } from '../platform.ts';
import { callbackAddress } from './callback-hosts.ts';
import { choicePage, refusalPage, styleHash } from './directory-page.ts';
import { findBegunLogin, returnLogin, type BegunLogin } from './directory-store.ts';

/** Where the directory asks who a viewer is, under the platform's own origin. */
export const directoryPath = '/directory/authorize';

/**
 * A small directory identity provider. The address holds nothing but the state, which the platform
 * gave: where a viewer is sent is what was settled then, whatever else an address says.
 */
export function serveDirectory(app: Hono, { database, now }: Platform): void {
  app.get(directoryPath, async (context) => {
    const login = await findBegunLogin(database, context.req.query('state') ?? '', now());
    if (!login) return refuse(context);
    const users = await database.query<{ username: string }>(
      'select username from users where domain = $1 order by id',
      [login.domain],
    );
    return show(
      context,
      200,
      choicePage(
        login.state,
        login.callback,
        users.map(({ username }) => username),
      ),
      callbackAddress(login.callback),
    );
  });
  app.post(directoryPath, async (context) => {
    const { state, user = '' } = await context.req.parseBody();
    if (typeof state !== 'string' || typeof user !== 'string' || user.includes('\0')) {
      return refuse(context);
    }
    const login = await findBegunLogin(database, state, now());
    const token = login && (await returnLogin(database, login, user || undefined, now()));
    return token
      ? sendBack(context, login, user ? { token } : { error: 'access_denied' })
      : refuse(context);
  });
}

/** The token travels behind the `#`: no server's log and no Referer ever holds it. */
function sendBack(
  context: Context,
  { state, callback }: BegunLogin,
  outcome: Record<string, string>,
): Response {
  context.header('Referrer-Policy', 'no-referrer');
  context.header('Cache-Control', 'no-store');
  return context.redirect(
    `${callbackAddress(callback)}#${new URLSearchParams({ provider: 'directory', ...outcome, state })}`,
    303,
  );
}

function refuse(context: Context): Response | Promise<Response> {
  return show(
    context,
    400,
    refusalPage(
      'Its address is not one that the platform gave, or it has been used, or it is more than ten minutes old. Go back and log in anew.',
    ),
  );
}

/** A policy against forms holds for what they redirect to, too. */
function show(
  context: Context,
  status: 200 | 400,
  markup: ReturnType<typeof choicePage>,
  callback = '',
): Response | Promise<Response> {
  context.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src ${styleHash}; img-src data:; form-action 'self' ${callback}; base-uri 'none'; frame-ancestors 'none'`,
  );
  context.header('Referrer-Policy', 'no-referrer');
  context.header('Cache-Control', 'no-store');
  context.header('X-Content-Type-Options', 'nosniff');
  return context.html(markup, status);
}
