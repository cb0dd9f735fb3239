import type { OwnActions } from './actions.ts';
import { pause } from '../browser/clock.ts';
import { tabNoticeMs } from '../browser/storage.ts';
import type { StorageScope } from '../browser/storage.ts';
import type { Forgotten } from '../checkout/operations/erase.ts';
import { keepIn } from '../session/persistence.ts';
import type { SessionContext } from '../session/session-context.ts';
import type { SessionDriver } from '../session/session.ts';
import { nothing } from '../browser/nothing.ts';

/**
 * The ways in which a page ends its session. Each acts synchronously, before other code is loaded.
 */
export interface SessionEnds {
  /**
   * Ends the session at once, and reports that to the platform (`POST /session/logout`). The next
   * call opens an anonymous session.
   */
  readonly logout: () => Promise<void>;
  /**
   * Moves the session to another store. `device` or `tab`, when the viewer consents: it moves
   * there. `none`, when consent is withdrawn: the same as `forget()`, and from then on no open page
   * stores anything.
   * @throws `unsupported`, when the browser does not delete the stored data; `input`.
   */
  readonly setPersistence: (persistence: StorageScope) => Promise<void>;
  /**
   * Ends the session in all tabs and erases all stored data of the device, its hash included. It
   * does so synchronously, so that leaving the page changes nothing. The end is reported to the
   * platform as by `logout()`. The next call opens a session as a new device. Unsettled payments
   * stay on the device until they are settled. Resolves when everything is erased, with those of
   * the viewer and the number of others.
   * @throws `unsupported`, when the browser does not delete the stored data; `network`, `timeout`
   *   when the code for the journal cannot be loaded: call it again.
   */
  readonly forget: () => Promise<Forgotten>;
}

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

/**
 * Ends the session here, whatever the network does. The report to the platform runs in parallel.
 */
async function logout({ context, $user, end }: SessionDriver): Promise<void> {
  const user = $user.get();
  if (end()) reportEnd(context); // what cannot be sent or loaded now stays pending
  context.emit('logout', user ?? null);
  await pause(context.browser.clock, tabNoticeMs);
}

/**
 * Erases everything: the session and its record synchronously, the rest when its code is loaded.
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
  if (viewer) reportEnd(context);
  context.emit('logout', user ?? null);
  return (await loadActions()).completeErasure(persistence, erasure, viewer);
}

function reportEnd({ background, startBackground }: SessionContext): void {
  const { reportEnds = startBackground } = background; // which reports it at its start
  reportEnds().catch(nothing);
}
