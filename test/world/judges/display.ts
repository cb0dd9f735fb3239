import type { PurchaseState } from '../../../src/index.ts';
import type { WorldPage } from '../page.ts';
import { nameOfUser } from '../viewers.ts';
import type { World } from '../world.ts';
import { isOwner, sayOfJournal } from './journal.ts';
import { knownUser } from './knowledge.ts';

// Judge 10, in the page: it shows its viewer's own purchases alone, and another viewer's one as
// suspended only while that other viewer is known.

/** A user, no user (`null`), or not known (`undefined`). */
type Viewer = string | null | undefined;

function viewerOf({ usher }: WorldPage): Viewer {
  const { status, id, user } = usher.$session.get();
  if (status === 'ended') return null;
  // A session without a keepalive, or not confirmed yet, still names the viewer.
  if (id === null || !/^(ready|degraded|offline)$/.test(status)) return undefined;
  return user && user.id;
}

/**
 * The viewers that a page has known last: the present one, and the one before in the same moment,
 * because a listener runs after the change.
 */
function createKnown({ time }: World): {
  readonly note: (viewer: Viewer) => void;
  readonly viewers: () => readonly (string | null)[];
} {
  let known: readonly (string | null)[] = [];
  let knownAt = -1;
  return {
    note(viewer) {
      const now = time.now();
      if (viewer !== undefined && viewer !== known[0]) {
        known = [viewer, ...(now === knownAt ? known : known.slice(0, 1))];
        knownAt = now;
      }
      if (now !== knownAt) known = known.slice(0, 1);
    },
    viewers: () => known,
  };
}

/** Watches what a page shows of purchases, and what it tells of them. */
export function watchPurchases(world: World, page: WorldPage): void {
  const { usher, name, device } = page;
  const { owners } = world.facts.journals[device]!;
  const known = createKnown(world);
  const say = (words: string): void => sayOfJournal(world, `${name} ${words}`);

  const look = (): void => {
    if (page.isDisposed) return;
    const viewer = viewerOf(page);
    known.note(viewer);
    const last = viewer === undefined ? known.viewers()[0] : viewer;
    for (const { id, status } of usher.$purchases.get()) {
      const owner = owners.get(id);
      if (owner === undefined || last === undefined || !isOwner(last, owner)) {
        say(`shows ${status} of ${owner} to ${nameOfUser(last)}`);
      }
      if (status === 'suspended') say("shows a suspended purchase among its viewer's own");
    }
  };

  const hear = ({ id, status }: PurchaseState): void => {
    if (page.isDisposed) return; // it has no viewer any more
    look();
    const owner = owners.get(id);
    const viewers = known.viewers();
    const isOwn = (viewer: string | null): boolean => owner !== undefined && isOwner(viewer, owner);
    const { id: session } = usher.$session.get();
    const named =
      session === null ? undefined : knownUser(world.facts, device, session, world.now());
    // Another tab has heard who is logged in, and this page has just read that.
    if (status === 'suspended' && viewers.every(isOwn) && (!named || isOwn(named.user))) {
      say(`is told that ${id} is suspended, and no other viewer is known`);
    }
    if (status !== 'suspended' && !viewers.some(isOwn)) {
      say(`is told of ${status} of ${owner}, and shows ${viewers.map(nameOfUser).join()}`);
    }
  };

  usher.$session.subscribe(look);
  usher.$purchases.listen(look);
  usher.on('purchase', hear);
}
