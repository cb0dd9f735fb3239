import { createContext, createElement, useContext, type ReactElement, type ReactNode } from 'react';
import type { Usher } from '../index.ts';

const UsherContext = createContext<Usher | undefined>(undefined);

/** The properties of `UsherProvider`. */
export interface UsherProviderProps {
  /** The runtime. Create it once, in a module of its own. */
  readonly usher: Usher;
  readonly children?: ReactNode;
}

/**
 * Gives the runtime to the hooks of all components inside. It sends nothing, on a server neither.
 * @example <UsherProvider usher={usher}><App /></UsherProvider>
 */
export function UsherProvider({ usher, children }: UsherProviderProps): ReactElement {
  return createElement(UsherContext.Provider, { value: usher }, children);
}

/**
 * Returns the runtime of the nearest `UsherProvider`, for calls: `login`, `logout`, `gate`, …
 * @throws {Error} when there is no `UsherProvider` around the component.
 * @example const usher = useUsher();
 *   return <button onClick={() => usher.logout()}>Log out</button>;
 */
export function useUsher(): Usher {
  const usher = useContext(UsherContext);
  if (!usher) {
    throw new Error('There is no runtime: put <UsherProvider usher={usher}> around the component.');
  }
  return usher;
}
