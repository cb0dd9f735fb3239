import type { OwnActions } from './actions.ts';
import { pause } from '../browser/clock.ts';
import { tabNoticeMs } from '../browser/storage.ts';
import type { Persistence } from '../browser/storage.ts';
import type { Forgotten } from '../checkout/operations/erase.ts';
import { keepIn } from '../session/persistence.ts';
import type { SessionContext } from '../session/session-context.ts';
import type { SessionDriver } from '../session/session.ts';

/**
 * The ways in which a session ends by the page's own wish. Each acts in the task of the call,
 * before any other code is loaded.
 */
export interface SessionEnds {
  /**
   * Ends the session at once, and tells the platform (`POST /session/logout`). The next call opens
   * an anonymous session.
   */
  readonly logout: () => Promise<void>;
  /**
   * Keeps the session elsewhere from now on. `device` or `tab`, once the viewer consents: it moves
   * there. `none`, when consent is withdrawn: the same as `forget()`, and no open page keeps
   * anything from then on.
   * @throws `unsupported`, when the browser does not let go of what it keeps; `input`.
   */
  readonly setPersistence: (persistence: Persistence) => Promise<void>;
  /**
   * Ends the session in all tabs and erases everything that is kept on the device, its hash
   * included: in this task, so that leaving the page changes nothing. The platform is told as by
   * `logout()`. The next call opens a session as a new device. Payments that are not settled stay
   * on the device until they are. Resolves once everything is erased, with those of the viewer and
   * how many there are of others.
   * @throws `unsupported`, when the browser does not let go of what it keeps; `network`, `timeout`
   *   where the code for the journal does not come: call it again.
   */
  readonly forget: () => Promise<Forgotten>;
}

const nothing = (): void => {};

export function createSessionEnds(
  session: SessionDriver,
  loadActions: () => Promise<OwnActions>,
): SessionEnds {
  return {
    logout: () => logout(session),
    forget: () => erase(session, false, loadActions),
    async setPersistence(persistence) {
      if (persistence !== 'none') return (await loadActions()).moveTo(persistence);
      if (session.context.persistence !== 'none') await erase(session, true, loadActions);
    },
  };
}

/** Ends the session here, whatever the network does; the platform is told beside it. */
async function logout({ context, $user, end }: SessionDriver): Promise<void> {
  const user = $user.get();
  if (end()) tellPlatform(context); // what cannot be told or loaded now stays pending
  context.emit('logout', user);
  await pause(context.browser.clock, tabNoticeMs);
}

/**
 * Erases everything: the session and its record in this task, all else as soon as the code for it
 * is there.
 */
async function erase(
  { context, $user, erase: eraseSession }: SessionDriver,
  isWithdrawn: boolean,
  loadActions: () => Promise<OwnActions>,
): Promise<Forgotten> {
  const { persistence } = context;
  const user = $user.get();
  const viewer = eraseSession(isWithdrawn);
  const erasure = context.saved!;
  if (isWithdrawn) keepIn(context, 'none');
  if (viewer) tellPlatform(context);
  context.emit('logout', user);
  return (await loadActions()).completeErasure(persistence, erasure, viewer);
}

function tellPlatform({ background, startBackground }: SessionContext): void {
  const { tell = startBackground } = background; // which tells when it starts
  tell().catch(nothing);
}
