import type { ReactiveControllerHost } from 'lit';
import type { ReadableAtom } from 'nanostores';

/** An element that follows stores. */
type Follower = ReactiveControllerHost & Element;

/**
 * Renders an element again when one of its stores changes, while it is in the document. `stores`
 * names them before each rendering: the runtime and the item of an element may change.
 */
export function followStores(host: Follower, stores: () => readonly ReadableAtom<unknown>[]): void {
  let followed: readonly ReadableAtom<unknown>[] = [];
  let stops: (() => void)[] = [];
  const stop = (): void => {
    for (const each of stops) each();
    stops = [];
    followed = [];
  };
  const follow = (): void => {
    if (!host.isConnected) return;
    const wanted = stores();
    if (wanted.length === followed.length && wanted.every(($one, at) => $one === followed[at])) {
      return;
    }
    stop();
    followed = wanted;
    stops = wanted.map(($store) => $store.listen(() => host.requestUpdate()));
  };
  host.addController({
    hostConnected: () => host.requestUpdate(),
    hostDisconnected: stop,
    hostUpdate: follow,
  });
}
