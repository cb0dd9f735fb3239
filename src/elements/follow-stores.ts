import type { ReactiveControllerHost } from 'lit';
import type { ReadableAtom } from 'nanostores';

/** An element that follows stores. */
type Follower = ReactiveControllerHost & Element;

/**
 * Renders an element again when one of its stores changes, while it is in the document. `stores`
 * names them before each rendering: the runtime and the item of an element may change.
 */
export function followStores(host: Follower, stores: () => readonly ReadableAtom<unknown>[]): void {
  let stops: ReadonlyMap<ReadableAtom<unknown>, () => void> = new Map();
  const follow = (followed: readonly ReadableAtom<unknown>[]): void => {
    const before = stops;
    // A store that stays followed keeps its listener: a new one would check an item again.
    stops = new Map(
      followed.map(($store) => [
        $store,
        before.get($store) ?? $store.listen(() => host.requestUpdate()),
      ]),
    );
    before.forEach((stop, $store) => {
      if (!stops.has($store)) stop();
    });
  };
  host.addController({
    hostConnected: () => host.requestUpdate(),
    hostDisconnected: () => follow([]),
    hostUpdate() {
      if (host.isConnected) follow(stores());
    },
  });
}
