import type { UsherLoginElement } from './element-types.ts';
import type { ElementUsher } from './element-usher.ts';

/** An element that shows a login form as its child. */
type LoginHost = Element & {
  readonly runtime: ElementUsher | undefined;
  readonly words: string | undefined;
};

/** The slot of the form in the element that shows it. */
export const loginSlot = 'usher-login';

/**
 * Keeps a login form as the last child of an element, while one is wanted. It is a child and not a
 * part of the shadow tree, because password managers fill forms of the document only.
 */
export function keepLogin(host: LoginHost, isWanted: boolean): void {
  const found = host.querySelector<UsherLoginElement>(`:scope > [slot=${loginSlot}]`);
  if (!isWanted) return found?.remove();
  const login = found ?? host.ownerDocument.createElement('usher-login');
  login.usher = host.runtime;
  login.words = host.words;
  if (found) return;
  login.slot = loginSlot;
  host.append(login);
}
