import { addressOf, readAddress } from './address.ts';

/** What is looked at, kept in the address: so it can be shared, and the back button works. */
export function createView() {
  let view = readAddress(location.search);
  const listeners = new Set();
  const tell = () => {
    for (const listener of listeners) listener(view);
  };
  addEventListener('popstate', () => {
    view = readAddress(location.search);
    tell();
  });
  return {
    get: () => view,
    /** The address of the view with something changed. */
    addressWith: (change) => addressOf({ ...view, ...change }),
    change(change) {
      const address = addressOf({ ...view, ...change });
      if (address === location.pathname + location.search) return;
      history.pushState(null, '', address);
      view = readAddress(location.search);
      tell();
    },
    /** Calls at once, and at each change. */
    subscribe(listener) {
      listeners.add(listener);
      listener(view);
    },
  };
}
