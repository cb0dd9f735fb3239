import type { Items } from './items.ts';

/** Asks again about every item that was asked about and is not granted. */
export const renewDenied = ({ known }: Items): Promise<unknown> => Promise.all(Object.values(known).map(([, renew]) => renew(true)));
