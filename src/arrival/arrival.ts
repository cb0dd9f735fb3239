import { takeFromAddress } from '../browser/address.ts';

/** What stands in an address before what a provider sends back: a domain's own, so that several runtimes of a page each find theirs. */
export const returnMark = (domain = ''): string => `usher-return=${domain}.`;

/**
 * What a payment provider sent back with the viewer, out of the page's address: all that follows on our own parameter there; `''` when there is
 * none. It is scrubbed from the address at once, before other scripts run.
 */
export const takeArrival = (domain: string | undefined): string => takeFromAddress(returnMark(domain));
