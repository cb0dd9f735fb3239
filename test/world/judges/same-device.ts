import type { Facts } from '../facts.ts';
import type { WorldPage } from '../page.ts';

/** Whether a page shares the session of its device. */
export const sharing = ({ site }: WorldPage): boolean => site.persistence === 'device';

/** Whether a page has ever shared it. */
export const isOfDevice = ({ shown }: Facts, page: string): boolean =>
  shown.some((one) => one.page === page && one.sharing);
