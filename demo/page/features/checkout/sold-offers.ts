import type { Offer, Usher } from 'usher-runtime';

/** The offers of the domain; none where they cannot be loaded. */
export async function fetchSoldOffers(usher: Usher): Promise<readonly Offer[]> {
  try {
    return await (await usher.checkout()).offers();
  } catch {
    return [];
  }
}
