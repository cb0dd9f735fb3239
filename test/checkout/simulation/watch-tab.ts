import type { PurchaseState } from '../../../src/checkout/purchase/purchase-state.ts';
import type { Tab } from '../../session/simulation/simulated-device.ts';
import type { Shop } from './simulated-shop.ts';

/** The viewer of a page: a user, no user (`null`), or unknown (`undefined`). */
type Viewer = string | null | undefined;

/**
 * Checks what a page shows: no purchase of another viewer, and `suspended` only when another viewer
 * is known.
 */
export function watchTab(shop: Shop, { name, usher }: Tab): void {
  const { watch, device } = shop;
  /**
   * The last known viewer, and the one before in the same moment: a listener runs after the change.
   */
  let known: Exclude<Viewer, undefined>[] = [];
  let knownAt = -1;
  const viewerNow = (): Viewer => {
    const { status, id, user } = usher.$session.get();
    if (status === 'ended') return null;
    // A session without a keepalive, or not confirmed yet, still names the viewer.
    return id !== null && /^(ready|degraded|offline)$/.test(status)
      ? (user?.id ?? null)
      : undefined;
  };
  const look = (): void => {
    const viewer = viewerNow();
    if (viewer !== undefined && viewer !== known[0]) {
      const now = device.time.now();
      known = [viewer, ...(now === knownAt ? known : known.slice(0, 1))];
      knownAt = now;
    }
    if (device.time.now() !== knownAt) known = known.slice(0, 1);
    const last = viewer === undefined ? known[0] : viewer;
    for (const { id, status } of usher.$purchases.get()) {
      const owner = watch.owners.get(id);
      if (owner !== last) watch.say(`${name} shows ${status} of ${owner} to ${last}`);
      if (status === 'suspended') {
        watch.say(`${name} shows a suspended purchase among its viewer's own`);
      }
    }
  };
  const hear = ({ id, status }: PurchaseState): void => {
    look();
    const owner = watch.owners.get(id);
    if (status === 'suspended' && (!known.length || known.every((viewer) => viewer === owner))) {
      watch.say(`${name} is told that ${id} is suspended, and no other viewer is known`);
    }
    if (status !== 'suspended' && !known.includes(owner!)) {
      watch.say(`${name} is told of ${status} of ${owner}, and shows ${known.join()}`);
    }
  };
  usher.$session.subscribe(look);
  usher.$purchases.listen(look);
  usher.on('purchase', hear);
}
