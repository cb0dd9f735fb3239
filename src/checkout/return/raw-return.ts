import type { TextStore } from '../../browser/storage.ts';
import type { Registration } from '../../session/registry.ts';

/** The answer of a provider, before it is understood. Secret. */
export interface RawReturn {
  /**
   * The state that binds it to a purchase, then what the provider said: the parameters as they were
   * in the address, or a space and the outcome of a function of the page as JSON. An address has no
   * space.
   */
  readonly text: string;
  /** Time of arrival, in ms since 1970. */
  readonly receivedAt: number;
}

/** A synchronous store of each persistence. */
export type TextStoreOf = (persistence: 'device' | 'tab') => TextStore;

/**
 * The text stores in which returns wait for the journal. In the tab, so that a reload finds its
 * own. On the device, so that another tab finds them when this one is closed. Each is a list of
 * lines, `<time> <text>`: an address contains no line break. A killed browser may lose both.
 */
export const inboxPlaces = ['tab', 'device'] as const;

/** Notes that a store has a return, so that this page loads checkout for it. */
export function noteStoredReturn(registration: Registration): void {
  registration.returns ??= [];
}

/** The largest number of returns that wait in one place. A further one stays in the address. */
export const maxReturns = 10;

/**
 * The state of a return: it names the purchase. A provider may append its parameters by another
 * character than `&`.
 */
export const stateOf = (text: string): string => text.replace(/[&#?;/ ].*/s, '');

/** A return as a line of the inbox. */
export const lineOf = ({ receivedAt, text }: RawReturn): string => `${receivedAt} ${text}`;
