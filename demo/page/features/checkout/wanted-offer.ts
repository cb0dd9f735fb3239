import type { Offer, Usher } from 'usher-runtime';
import type { UsherGateElement } from 'usher-runtime/elements';

const name = 'lantern-row:wanted';

interface WantedOffer {
  readonly offer?: Offer;
  /** Of the page where it was chosen. */
  readonly address?: string;
}

/**
 * Notes the offer that a viewer chooses who has to log in first. Chooses it again when they come
 * back: a login by the directory leads to a new page.
 */
export function keepWantedOffer(usher: Usher, gate: UsherGateElement): void {
  const wanted = takeWantedOffer();
  gate.addEventListener('usher-choose', ({ detail }) => {
    storeWantedOffer(usher.$user.get() ? null : detail);
  });
  usher.$user.listen((user) => {
    if (user) storeWantedOffer(null);
  });
  if (wanted) void customElements.whenDefined('usher-gate').then(() => gate.choose(wanted));
}

function storeWantedOffer(offer: Offer | null): void {
  try {
    if (offer) sessionStorage.setItem(name, JSON.stringify({ offer, address: location.href }));
    else sessionStorage.removeItem(name);
  } catch {
    // Blocked. The viewer chooses again.
  }
}

/** The offer that was chosen on this very page, once. */
function takeWantedOffer(): Offer | undefined {
  try {
    // Only `storeWantedOffer` writes it.
    const stored = JSON.parse(sessionStorage.getItem(name) ?? '{}') as WantedOffer;
    storeWantedOffer(null);
    return stored.address === location.href ? stored.offer : undefined;
  } catch {
    return undefined;
  }
}
