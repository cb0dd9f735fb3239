import type { SellingOptions } from '../checkout/selling.ts';
import type { ItemState } from '../item/item-state.ts';

/** Whether an item costs the viewer money that no provider of the page can take. */
export const isUnsold = ({ access, offers }: ItemState, { providers }: SellingOptions): boolean =>
  access === 'denied' && !providers?.length && offers.some(({ amount }) => amount > 0);
