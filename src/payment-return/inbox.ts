import type { TextStore } from '../browser/storage.ts';

/**
 * The answer of a provider, as it was in the address: the state that binds it to a purchase, then
 * the provider's own parameters. Secret.
 */
export interface RawReturn {
  readonly text: string;
  /** Time of arrival, in ms since 1970. */
  readonly receivedAt: number;
}

/** A synchronous store of each persistence. */
export type TextStoreOf = (persistence: 'device' | 'tab') => TextStore;

/**
 * The stores in which returns wait for the journal. In the tab, so that a reload finds its own. On
 * the device, so that another tab finds them when this one is closed. Each is a list of lines,
 * `<time> <text>`: an address contains no line break.
 */
export const inboxPlaces = ['tab', 'device'] as const;

export const inboxName = (key: string): string => `${key}|returns`;
