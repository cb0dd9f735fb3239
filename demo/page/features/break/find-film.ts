import type { MediaItem, Offer, Usher } from 'usher-runtime';
import { filmFields } from '../items/list-fields.ts';
import { isLocked } from '../items/media-item.ts';

/** A film that the viewer can rent. */
export interface RentableFilm {
  readonly media: MediaItem;
  readonly offer: Offer;
}

/** Films asked for at a time: many are free, or for somebody older. */
const limit = 40;

/**
 * Finds a film that costs something, and that the viewer has not bought.
 * @throws where there is none among some
 */
export async function findFilm(usher: Usher): Promise<RentableFilm> {
  const allmedia = await usher.allmedia();
  const { items } = await allmedia.random({ ...filmFields, limit });
  for (const media of items.filter(isLocked)) {
    const { ID: item, streamtype } = media.general;
    const state = await usher.item({ item, streamtype: streamtype ?? 'video' }).check();
    const offer = state.offers.find(({ operation, amount }) => operation === 'ppv' && amount > 0);
    if (state.access === 'denied' && state.reason === 'not-paid' && offer) return { media, offer };
  }
  throw new Error('No film was found that can be rented. Try again.');
}
