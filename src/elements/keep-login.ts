import type { ElementUsher } from './element-usher.ts';

/** An element that shows a login form as its child. */
type LoginHost = Element & { readonly runtime: ElementUsher | undefined };

const slot = 'usher-login';

/**
 * Keeps a login form as the last child of an element, while one is wanted. It is a child and not a
 * part of the shadow tree, because password managers fill forms of the document only.
 */
export function keepLogin(host: LoginHost, isWanted: boolean): void {
  const found = Array.from(host.children).find((child) => child.slot === slot);
  if (!isWanted) return found?.remove();
  if (found) return;
  const login = host.ownerDocument.createElement('usher-login');
  login.slot = slot;
  login.usher = host.runtime;
  host.append(login);
}
