import type { Offer } from 'usher-runtime';

const name = 'lantern-row:wanted';

interface WantedOffer {
  readonly offer?: Offer;
  /** Of the page where it was chosen. */
  readonly address?: string;
}

/**
 * Notes the offer that a viewer chose who has to log in first: a login by the directory comes back
 * to a new page.
 */
export function storeWantedOffer(offer: Offer | undefined): void {
  try {
    if (offer) sessionStorage.setItem(name, JSON.stringify({ offer, address: location.href }));
    else sessionStorage.removeItem(name);
  } catch {
    // Blocked. The viewer chooses again.
  }
}

/** The offer that was chosen on this very page, once. */
export function takeWantedOffer(): Offer | undefined {
  try {
    // Only `storeWantedOffer` writes it.
    const stored = JSON.parse(sessionStorage.getItem(name) ?? '{}') as WantedOffer;
    storeWantedOffer(undefined);
    return stored.address === location.href ? stored.offer : undefined;
  } catch {
    return undefined;
  }
}
