import type { Item } from './item.ts';

type ClaimableItem = Pick<Item, '$state' | 'claim'>;

/** Grants with these reasons are registered with the platform when they are first used. */
const claimedReasons: readonly string[] = ['subscription', 'external'];

/** The last grant of an item whose use the platform knows, by any gate of the page. */
const claims = new WeakMap<ClaimableItem, string>();

/** Registers the first use of a grant by a viewer, whichever gate plays it. */
export function claimGrant(item: ClaimableItem, viewerName: string): void {
  const { reason, expiresAt } = item.$state.get();
  if (!claimedReasons.includes(reason)) return;
  const grant = `${viewerName} ${expiresAt}`;
  if (claims.get(item) === grant) return;
  claims.set(item, grant);
  void item.claim().then((answer) => {
    if (claims.get(item) !== grant) return;
    // A login was under way, so nothing was sent. The viewer may still be the same after it.
    if (answer.error?.code === 'identity-changed') claims.delete(item);
    // A granted answer is about the same grant, also when it names a later end.
    else if (answer.access === 'granted') claims.set(item, `${viewerName} ${answer.expiresAt}`);
  });
}
