import type { Sale } from './sale.ts';

/** The notice is for the next viewer: an action of the last one was not carried out. */
export const saysChange = ({ notice }: Pick<Sale, 'notice'>): boolean =>
  !!notice && 'error' in notice && notice.error === 'identity-changed';
