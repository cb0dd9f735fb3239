import { addressOf, readAddress, type View } from './address.ts';

/** What the dashboard shows, in the address: so it can be shared, and the back button works. */
export interface ViewStore {
  readonly get: () => View;
  /** The address of the view with something changed. */
  readonly addressWith: (change: Partial<View>) => string;
  readonly change: (change: Partial<View>) => void;
  /** Calls at once, and at each change. */
  readonly subscribe: (listener: (view: View) => void) => void;
}

export function createViewStore(): ViewStore {
  let view = readAddress(location.search);
  const listeners = new Set<(view: View) => void>();
  const readView = (): void => {
    view = readAddress(location.search);
    for (const listener of listeners) listener(view);
  };
  addEventListener('popstate', readView);

  const addressWith = (change: Partial<View>): string => addressOf({ ...view, ...change });
  return {
    get: () => view,
    addressWith,
    change(change) {
      const address = addressWith(change);
      if (address === location.pathname + location.search) return;
      history.pushState(null, '', address);
      readView();
    },
    subscribe(listener) {
      listeners.add(listener);
      listener(view);
    },
  };
}
